// libpq without linking it: it is loaded when a store on a server is first used. The functions are libpq's own under
// other names.
#pragma once

#if __has_include(<postgresql/libpq-fe.h>)
#include <postgresql/libpq-fe.h>
#else
#include <libpq-fe.h>
#endif

#pragma clang assume_nonnull begin

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
