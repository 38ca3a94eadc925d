#include "cpostgresql.h"

#include <errno.h>
#include <poll.h>

#ifdef __APPLE__
#define LIBRARY "libpq.dylib"
#else
#define LIBRARY "libpq.so.5"
#endif
#include "../loading.h"

typedef void (*notice_processor)(void *context, const char *message);

#define FUNCTIONS(_)                                                                                        \
    _(int, libVersion, (void))                                                                              \
    _(PQconninfoOption *, conninfoParse, (const char *address, char **error))                               \
    _(void, conninfoFree, (PQconninfoOption * options))                                                     \
    _(void, freemem, (void *memory))                                                                        \
    _(PGconn *, connectStartParams, (const char *const *names, const char *const *values, int expands))     \
    _(PostgresPollingStatusType, connectPoll, (PGconn * connection))                                        \
    _(ConnStatusType, status, (const PGconn *connection))                                                   \
    _(int, socket, (const PGconn *connection))                                                              \
    _(char *, errorMessage, (const PGconn *connection))                                                     \
    _(void, finish, (PGconn * connection))                                                                  \
    _(notice_processor, setNoticeProcessor, (PGconn * connection, notice_processor, void *context))         \
    _(int, setnonblocking, (PGconn * connection, int is_on))                                                \
    _(int, sendQueryParams,                                                                                 \
      (PGconn * connection, const char *statement, int count, const unsigned *types,                        \
       const char *const *values, const int *lengths, const int *formats, int result_format))               \
    _(int, flush, (PGconn * connection))                                                                    \
    _(int, consumeInput, (PGconn * connection))                                                             \
    _(int, isBusy, (PGconn * connection))                                                                   \
    _(PGresult *, getResult, (PGconn * connection))                                                         \
    _(ExecStatusType, resultStatus, (const PGresult *result))                                               \
    _(char *, resultErrorField, (const PGresult *result, int field))                                        \
    _(char *, resultErrorMessage, (const PGresult *result))                                                 \
    _(int, ntuples, (const PGresult *result))                                                               \
    _(char *, cmdTuples, (PGresult * result))                                                               \
    _(int, getisnull, (const PGresult *result, int row, int column))                                        \
    _(char *, getvalue, (const PGresult *result, int row, int column))                                      \
    _(int, getlength, (const PGresult *result, int row, int column))                                        \
    _(void, clear, (PGresult * result))                                                                     \
    _(PGnotify *, notifies, (PGconn * connection))

#define FIELD(result, name, parameters) result (*name) parameters;
#define LOOK_UP(result, name, parameters) && (pq.name = (__typeof__(pq.name))dlsym(library, "PQ" #name))

static struct { FUNCTIONS(FIELD) } pq;

static void load(void) {
    void *library = open_library();
    if (!library || !(1 FUNCTIONS(LOOK_UP))) {
        fail(dlerror());
    }
}

LOADED_ONCE(cpostgresql_load)

int cpostgresql_version(void) { return pq.libVersion(); }

PQconninfoOption *cpostgresql_parse(const char *address, char **error) {
    return pq.conninfoParse(address, error);
}
void cpostgresql_free_options(PQconninfoOption *options) { pq.conninfoFree(options); }
void cpostgresql_free(void *memory) { pq.freemem(memory); }

PGconn *cpostgresql_connect_start(const char *const *names, const char *const *values) {
    return pq.connectStartParams(names, values, 1);
}
PostgresPollingStatusType cpostgresql_connect_poll(PGconn *connection) { return pq.connectPoll(connection); }
ConnStatusType cpostgresql_status(PGconn *connection) { return pq.status(connection); }
int cpostgresql_wait(PGconn *connection, int writes, int milliseconds) {
    struct pollfd waiting = {.fd = pq.socket(connection), .events = POLLIN | (writes ? POLLOUT : 0)};
    int count = poll(&waiting, 1, milliseconds);
    // The caller looks at the clock and waits again.
    return count < 0 && errno == EINTR ? 1 : count;
}
const char *cpostgresql_error(PGconn *connection) { return pq.errorMessage(connection); }
void cpostgresql_finish(PGconn *connection) { pq.finish(connection); }

static void discard(void *context, const char *message) {
    (void)context;
    (void)message;
}
void cpostgresql_silence(PGconn *connection) { pq.setNoticeProcessor(connection, discard, NULL); }

int cpostgresql_send(PGconn *connection, const char *statement, int count, const char *const *values,
                     const int *lengths, const int *formats) {
    pq.setnonblocking(connection, 1);
    return pq.sendQueryParams(connection, statement, count, NULL, values, lengths, formats, 1);
}
int cpostgresql_flush(PGconn *connection) { return pq.flush(connection); }
int cpostgresql_consume(PGconn *connection) { return pq.consumeInput(connection); }
int cpostgresql_is_busy(PGconn *connection) { return pq.isBusy(connection); }
PGnotify *cpostgresql_notification(PGconn *connection) { return pq.notifies(connection); }
PGresult *cpostgresql_result(PGconn *connection) { return pq.getResult(connection); }

ExecStatusType cpostgresql_result_status(PGresult *result) { return pq.resultStatus(result); }
const char *cpostgresql_result_code(PGresult *result) { return pq.resultErrorField(result, 'C'); }
const char *cpostgresql_result_error(PGresult *result) { return pq.resultErrorMessage(result); }
int cpostgresql_row_count(PGresult *result) { return pq.ntuples(result); }
const char *cpostgresql_changed_row_count(PGresult *result) { return pq.cmdTuples(result); }
int cpostgresql_is_null(PGresult *result, int row, int column) { return pq.getisnull(result, row, column); }
const char *cpostgresql_value(PGresult *result, int row, int column) {
    return pq.getvalue(result, row, column);
}
int cpostgresql_length(PGresult *result, int row, int column) { return pq.getlength(result, row, column); }
void cpostgresql_clear(PGresult *result) { pq.clear(result); }
