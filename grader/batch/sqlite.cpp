#include "batch/sqlite.hpp"

#include <fmt/format.h>
#include <sqlite3.h>

#include "batch/text.hpp"

namespace mergelab::batch {
namespace {

constexpr int kWaitMs = 10'000;  // for somebody else who reads or writes

const char* remedy(int code) {
  switch (code & 0xff) {
    case SQLITE_FULL:
    case SQLITE_IOERR:
      return "free some space there; no data is lost, and the same command continues from there";
    case SQLITE_BUSY:
    case SQLITE_LOCKED:
      return "another program has it open: close that program, and run the same command again";
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN:
    case SQLITE_PERM:
      return "make it and its folder writable for you";
    case SQLITE_NOTADB:
    case SQLITE_CORRUPT:
      return "it is damaged or not a gradebook; move it away, or restore a copy of it, and run the same "
             "command again";
    default:
      return "run the same command again; it continues from there";
  }
}

[[noreturn]] void fail(const std::filesystem::path& file, int code, const char* words) {
  throw StorageError(fmt::format("{}: {}\n  {}", file.string(), words, remedy(code)));
}

void check(sqlite3* database, const std::filesystem::path& file, int code) {
  if (code != SQLITE_OK && code != SQLITE_ROW && code != SQLITE_DONE)
    fail(file, code, sqlite3_errmsg(database));
}

}  // namespace

Statement::Statement(sqlite3* database, const std::filesystem::path& file, std::string_view sql)
    : database_(database), file_(file) {
  sqlite3_stmt* statement = nullptr;
  check(database, file,
        sqlite3_prepare_v2(database, sql.data(), static_cast<int>(sql.size()), &statement, nullptr));
  statement_.reset(statement);
}

void Statement::Finalize::operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }

Statement& Statement::bound(int code) {
  check(database_, file_, code);
  return *this;
}
Statement& Statement::bind(std::string_view text) {
  return bound(
      sqlite3_bind_text64(statement_.get(), ++next_, text.data(), text.size(), SQLITE_STATIC, SQLITE_UTF8));
}
Statement& Statement::bind(std::int64_t number) {
  return bound(sqlite3_bind_int64(statement_.get(), ++next_, number));
}
Statement& Statement::bind(std::optional<Points> points) {
  ++next_;
  return bound(points ? sqlite3_bind_double(statement_.get(), next_, points->number())
                      : sqlite3_bind_null(statement_.get(), next_));
}
Statement& Statement::bind_blob(std::string_view bytes) {
  const char* data = bytes.empty() ? "" : bytes.data();  // null would be no blob
  return bound(sqlite3_bind_blob64(statement_.get(), ++next_, data, bytes.size(), SQLITE_STATIC));
}

bool Statement::step() {
  const int code = sqlite3_step(statement_.get());
  check(database_, file_, code);
  return code == SQLITE_ROW;
}

std::string Statement::text(int column) const {
  const void* bytes = sqlite3_column_blob(statement_.get(), column);
  const auto size = static_cast<std::size_t>(sqlite3_column_bytes(statement_.get(), column));
  return bytes == nullptr ? std::string() : std::string(static_cast<const char*>(bytes), size);
}
std::int64_t Statement::number(int column) const { return sqlite3_column_int64(statement_.get(), column); }
std::optional<Points> Statement::points(int column) const {
  if (sqlite3_column_type(statement_.get(), column) == SQLITE_NULL) return std::nullopt;
  return Points(sqlite3_column_double(statement_.get(), column));
}

void Database::Close::operator()(sqlite3* database) const { sqlite3_close_v2(database); }

Database::Database(std::filesystem::path file, bool make) : file_(std::move(file)) {
  sqlite3* database = nullptr;
  const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOFOLLOW | (make ? SQLITE_OPEN_CREATE : 0);
  const int code = sqlite3_open_v2(file_.c_str(), &database, flags, nullptr);
  database_.reset(database);
  if (code != SQLITE_OK) fail(file_, code, sqlite3_errstr(code));
  sqlite3_busy_timeout(database, kWaitMs);
  sqlite3_db_config(database, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
  run("PRAGMA foreign_keys = ON");
}

void Database::run(const std::string& sql) const {
  check(database_.get(), file_, sqlite3_exec(database_.get(), sql.c_str(), nullptr, nullptr, nullptr));
}

std::int64_t Database::last_id() const { return sqlite3_last_insert_rowid(database_.get()); }

bool Database::is_in_transaction() const { return sqlite3_get_autocommit(database_.get()) == 0; }

Transaction::Transaction(const Database& database)
    : database_(database), is_inner_(database.is_in_transaction()) {
  database_.run(is_inner_ ? "SAVEPOINT part" : "BEGIN IMMEDIATE");
}

Transaction::~Transaction() {
  if (done_) return;
  try {
    database_.run(is_inner_ ? "ROLLBACK TO part; RELEASE part" : "ROLLBACK");
  } catch (const StorageError&) {  // SQLite has rolled it back already
    done_ = true;
  }
}

void Transaction::commit() {
  database_.run(is_inner_ ? "RELEASE part" : "COMMIT");
  done_ = true;
}

}  // namespace mergelab::batch
