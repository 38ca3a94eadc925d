// SQLite without linking it: a start of the program that opens no database should not pay for one. It is
// loaded with the first connection. The functions are SQLite's own under another first name.
#pragma once

#include <sqlite3.h>

#pragma clang assume_nonnull begin

/// Loads SQLite, once for the whole process and from whichever thread comes first.
/// Returns NULL when it is ready, else the words of what stands in the way.
/// Nothing below may be called before it has returned NULL.
const char *_Nullable csqlite_load(void);

/// What it says it is.
const char *csqlite_version(void);

int csqlite_open_v2(const char *path, sqlite3 *_Nullable *_Nonnull database, int flags);
int csqlite_close_v2(sqlite3 *_Nullable database);
int csqlite_busy_timeout(sqlite3 *database, int milliseconds);
int csqlite_exec(sqlite3 *database, const char *script);
const char *csqlite_errmsg(sqlite3 *database);
const char *csqlite_errstr(int code);
int csqlite_extended_errcode(sqlite3 *database);
int csqlite_get_autocommit(sqlite3 *database);
sqlite3_int64 csqlite_changes64(sqlite3 *database);
sqlite3_int64 csqlite_last_insert_rowid(sqlite3 *database);
int csqlite_compileoption_used(const char *name);

int csqlite_prepare(sqlite3 *database, const char *text, sqlite3_stmt *_Nullable *_Nonnull statement);
int csqlite_finalize(sqlite3_stmt *statement);
int csqlite_step(sqlite3_stmt *statement);
int csqlite_reset(sqlite3_stmt *statement);
int csqlite_clear_bindings(sqlite3_stmt *statement);

int csqlite_bind_parameter_count(sqlite3_stmt *statement);
int csqlite_bind_int64(sqlite3_stmt *statement, int place, sqlite3_int64 value);
int csqlite_bind_double(sqlite3_stmt *statement, int place, double value);
int csqlite_bind_null(sqlite3_stmt *statement, int place);
int csqlite_bind_zeroblob(sqlite3_stmt *statement, int place, int count);
/// SQLite makes a copy of its own.
int csqlite_bind_text(sqlite3_stmt *statement, int place, const char *text, int count);
int csqlite_bind_blob(sqlite3_stmt *statement, int place, const void *bytes, int count);

int csqlite_column_type(sqlite3_stmt *statement, int column);
sqlite3_int64 csqlite_column_int64(sqlite3_stmt *statement, int column);
double csqlite_column_double(sqlite3_stmt *statement, int column);
const unsigned char *_Nullable csqlite_column_text(sqlite3_stmt *statement, int column);
const void *_Nullable csqlite_column_blob(sqlite3_stmt *statement, int column);
int csqlite_column_bytes(sqlite3_stmt *statement, int column);

int csqlite_wal_autocheckpoint(sqlite3 *database, int pages);
/// Folds the whole log in and cuts it to nothing.
int csqlite_wal_truncate(sqlite3 *database);
/// Leaves the log as it is when the last connection goes.
int csqlite_keep_wal_on_close(sqlite3 *database);
/// Whether the file is no longer at its path.
int csqlite_has_moved(sqlite3 *database);

#pragma clang assume_nonnull end
