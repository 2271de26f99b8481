// SQLite's C functions for one file, with values that free themselves and errors that say what to do.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "model/points.hpp"

struct sqlite3;
struct sqlite3_stmt;

namespace mergelab::batch {

/// A prepared statement. Text and blobs that are bound have to live until the last step.
class Statement {
 public:
  Statement(sqlite3* database, const std::filesystem::path& file, std::string_view sql);

  Statement& bind(std::string_view text);
  Statement& bind(std::int64_t number);
  Statement& bind(std::optional<Points> points);  // null if it is empty
  Statement& bind_blob(std::string_view bytes);
  /// Whether there is a row. Throws StorageError.
  bool step();
  /// For a statement that gives no rows.
  void run() { static_cast<void>(step()); }

  [[nodiscard]] std::string text(int column) const;  // also of blobs; "" for null
  [[nodiscard]] std::int64_t number(int column) const;
  [[nodiscard]] std::optional<Points> points(int column) const;  // empty for null

 private:
  Statement& bound(int code);
  struct Finalize {
    void operator()(sqlite3_stmt* statement) const;
  };
  sqlite3* database_;
  const std::filesystem::path& file_;
  std::unique_ptr<sqlite3_stmt, Finalize> statement_;
  int next_ = 0;
};

class Database {
 public:
  /// Opens a file, or makes it where `make` allows. Throws StorageError.
  Database(std::filesystem::path file, bool make);

  [[nodiscard]] Statement prepare(std::string_view sql) const { return {database_.get(), file_, sql}; }
  void run(const std::string& sql) const;
  [[nodiscard]] std::int64_t last_id() const;
  [[nodiscard]] bool is_in_transaction() const;
  [[nodiscard]] const std::filesystem::path& file() const { return file_; }

 private:
  struct Close {
    void operator()(sqlite3* database) const;
  };
  std::filesystem::path file_;
  std::unique_ptr<sqlite3, Close> database_;
};

/// What is written while it lives is there as a whole after commit(), or not at all. One within another is a
/// part of that.
class Transaction {
 public:
  explicit Transaction(const Database& database);
  ~Transaction();
  Transaction(const Transaction&) = delete;
  Transaction& operator=(const Transaction&) = delete;
  void commit();

 private:
  const Database& database_;
  bool is_inner_;
  bool done_ = false;
};

}  // namespace mergelab::batch
