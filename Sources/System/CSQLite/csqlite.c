#include "csqlite.h"

#ifdef __APPLE__
#define LIBRARY "libsqlite3.dylib"
#else
#define LIBRARY "libsqlite3.so.0"
#endif
#include "../loading.h"

// sqlite3_changes64 came with it.
#define OLDEST_VERSION 3037000

#define FUNCTIONS(_)                                                                                        \
    _(open_v2) _(close_v2) _(busy_timeout) _(exec) _(errmsg) _(errstr) _(extended_errcode)                  \
    _(get_autocommit) _(changes64) _(last_insert_rowid) _(compileoption_used) _(prepare_v3) _(finalize) _(step) _(reset)                   \
    _(clear_bindings) _(bind_parameter_count) _(bind_int64) _(bind_double) _(bind_null) _(bind_zeroblob)    \
    _(bind_text) _(bind_blob) _(column_type) _(column_int64) _(column_double) _(column_text)                \
    _(column_blob) _(column_bytes) _(wal_autocheckpoint) _(wal_checkpoint_v2) _(db_config)                  \
    _(file_control) _(config) _(libversion) _(libversion_number)

#define FIELD(name) __typeof__(&sqlite3_##name) name;
#define LOOK_UP(name) && (sqlite.name = (__typeof__(sqlite.name))dlsym(library, "sqlite3_" #name))

static struct { FUNCTIONS(FIELD) } sqlite;

static void load(void) {
    void *library = open_library();
    if (!library || !(1 FUNCTIONS(LOOK_UP))) {
        fail(dlerror());
    } else if (sqlite.libversion_number() < OLDEST_VERSION) {
        fail(LIBRARY " is older than version 3.37");
    } else {
        // Nobody asks how much memory it holds, and to count it all connections share a lock. In a program that uses
        // SQLite itself already nothing changes.
        sqlite.config(SQLITE_CONFIG_MEMSTATUS, 0);
    }
}

LOADED_ONCE(csqlite_load)

const char *csqlite_version(void) { return sqlite.libversion(); }

int csqlite_open_v2(const char *path, sqlite3 **database, int flags) {
    return sqlite.open_v2(path, database, flags, NULL);
}
int csqlite_close_v2(sqlite3 *database) { return sqlite.close_v2(database); }
int csqlite_busy_timeout(sqlite3 *database, int milliseconds) {
    return sqlite.busy_timeout(database, milliseconds);
}
int csqlite_exec(sqlite3 *database, const char *script) {
    return sqlite.exec(database, script, NULL, NULL, NULL);
}
const char *csqlite_errmsg(sqlite3 *database) { return sqlite.errmsg(database); }
const char *csqlite_errstr(int code) { return sqlite.errstr(code); }
int csqlite_extended_errcode(sqlite3 *database) { return sqlite.extended_errcode(database); }
int csqlite_get_autocommit(sqlite3 *database) { return sqlite.get_autocommit(database); }
sqlite3_int64 csqlite_changes64(sqlite3 *database) { return sqlite.changes64(database); }
sqlite3_int64 csqlite_last_insert_rowid(sqlite3 *database) { return sqlite.last_insert_rowid(database); }
int csqlite_compileoption_used(const char *name) { return sqlite.compileoption_used(name); }

int csqlite_prepare(sqlite3 *database, const char *text, sqlite3_stmt **statement) {
    return sqlite.prepare_v3(database, text, -1, SQLITE_PREPARE_PERSISTENT, statement, NULL);
}
int csqlite_finalize(sqlite3_stmt *statement) { return sqlite.finalize(statement); }
int csqlite_step(sqlite3_stmt *statement) { return sqlite.step(statement); }
int csqlite_reset(sqlite3_stmt *statement) { return sqlite.reset(statement); }
int csqlite_clear_bindings(sqlite3_stmt *statement) { return sqlite.clear_bindings(statement); }

int csqlite_bind_parameter_count(sqlite3_stmt *statement) { return sqlite.bind_parameter_count(statement); }
int csqlite_bind_int64(sqlite3_stmt *statement, int place, sqlite3_int64 value) {
    return sqlite.bind_int64(statement, place, value);
}
int csqlite_bind_double(sqlite3_stmt *statement, int place, double value) {
    return sqlite.bind_double(statement, place, value);
}
int csqlite_bind_null(sqlite3_stmt *statement, int place) { return sqlite.bind_null(statement, place); }
int csqlite_bind_zeroblob(sqlite3_stmt *statement, int place, int count) {
    return sqlite.bind_zeroblob(statement, place, count);
}
int csqlite_bind_text(sqlite3_stmt *statement, int place, const char *text, int count) {
    return sqlite.bind_text(statement, place, text, count, SQLITE_TRANSIENT);
}
int csqlite_bind_blob(sqlite3_stmt *statement, int place, const void *bytes, int count) {
    return sqlite.bind_blob(statement, place, bytes, count, SQLITE_TRANSIENT);
}

int csqlite_column_type(sqlite3_stmt *statement, int column) { return sqlite.column_type(statement, column); }
sqlite3_int64 csqlite_column_int64(sqlite3_stmt *statement, int column) {
    return sqlite.column_int64(statement, column);
}
double csqlite_column_double(sqlite3_stmt *statement, int column) {
    return sqlite.column_double(statement, column);
}
const unsigned char *csqlite_column_text(sqlite3_stmt *statement, int column) {
    return sqlite.column_text(statement, column);
}
const void *csqlite_column_blob(sqlite3_stmt *statement, int column) {
    return sqlite.column_blob(statement, column);
}
int csqlite_column_bytes(sqlite3_stmt *statement, int column) {
    return sqlite.column_bytes(statement, column);
}

int csqlite_wal_autocheckpoint(sqlite3 *database, int pages) {
    return sqlite.wal_autocheckpoint(database, pages);
}
int csqlite_wal_truncate(sqlite3 *database) {
    return sqlite.wal_checkpoint_v2(database, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);
}
int csqlite_keep_wal_on_close(sqlite3 *database) {
    return sqlite.db_config(database, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, (int *)0);
}
int csqlite_has_moved(sqlite3 *database) {
    int moved = 0;
    sqlite.file_control(database, NULL, SQLITE_FCNTL_HAS_MOVED, &moved);
    return moved;
}
