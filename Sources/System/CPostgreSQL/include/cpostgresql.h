// libpq without linking it: it is loaded when a store on a server is first used. The functions are libpq's own under
// other names. They are declared here, so that its headers are not needed.
#pragma once

typedef struct cpostgresql_connection PGconn;
typedef struct cpostgresql_result PGresult;

typedef enum {
    CONNECTION_OK = 0,
} ConnStatusType;

typedef enum {
    PGRES_POLLING_READING = 1,
    PGRES_POLLING_WRITING = 2,
    PGRES_POLLING_OK = 3,
} PostgresPollingStatusType;

typedef enum {
    PGRES_EMPTY_QUERY = 0,
    PGRES_COMMAND_OK = 1,
    PGRES_TUPLES_OK = 2,
} ExecStatusType;

#pragma clang assume_nonnull begin

/// A setting of a connection. The list of them ends with one without a keyword.
typedef struct {
    const char *_Nullable keyword;
    const char *_Nullable defaults[2];
    const char *_Nullable val;
    const char *_Nullable display[2];
    int display_size;
} PQconninfoOption;

typedef struct {
    const char *channel;
    int process;
    const char *extra;
} PGnotify;

/// Loads libpq once. Returns NULL if that succeeded, otherwise the reason.
/// No function below may be called before it has returned NULL.
const char *_Nullable cpostgresql_load(void);

/// The version, such as 150018.
int cpostgresql_version(void);

PQconninfoOption *_Nullable cpostgresql_parse(const char *address, char *_Nullable *_Nullable error);
void cpostgresql_free_options(PQconninfoOption *_Nullable options);
void cpostgresql_free(void *_Nullable memory);

PGconn *_Nullable cpostgresql_connect_start(const char *const _Nullable *_Nonnull names,
                                            const char *const _Nullable *_Nonnull values);
PostgresPollingStatusType cpostgresql_connect_poll(PGconn *connection);
ConnStatusType cpostgresql_status(PGconn *connection);
/// Waits until the connection can be read, or also written. Returns 0 if the time ran out, -1 after an error.
int cpostgresql_wait(PGconn *connection, int writes, int milliseconds);
const char *cpostgresql_error(PGconn *connection);
void cpostgresql_finish(PGconn *connection);
/// Discards notices, which libpq would print.
void cpostgresql_silence(PGconn *connection);

/// Sends a statement whose result comes in binary form.
int cpostgresql_send(PGconn *connection, const char *statement, int count,
                     const char *const _Nullable *_Nullable values, const int *_Nullable lengths,
                     const int *_Nullable formats);
int cpostgresql_flush(PGconn *connection);
int cpostgresql_consume(PGconn *connection);
int cpostgresql_is_busy(PGconn *connection);
/// The next notification, which the caller frees.
PGnotify *_Nullable cpostgresql_notification(PGconn *connection);
PGresult *_Nullable cpostgresql_result(PGconn *connection);

ExecStatusType cpostgresql_result_status(PGresult *result);
/// The SQLSTATE code of an error.
const char *_Nullable cpostgresql_result_code(PGresult *result);
const char *cpostgresql_result_error(PGresult *result);
int cpostgresql_row_count(PGresult *result);
const char *cpostgresql_changed_row_count(PGresult *result);
int cpostgresql_is_null(PGresult *result, int row, int column);
const char *cpostgresql_value(PGresult *result, int row, int column);
int cpostgresql_length(PGresult *result, int row, int column);
void cpostgresql_clear(PGresult *_Nullable result);

#pragma clang assume_nonnull end
