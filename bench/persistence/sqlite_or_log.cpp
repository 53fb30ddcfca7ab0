// What SQLite would cost as the store below the trees, against a log and snapshots of our own:
// microseconds for one committed write, seconds to read a million rows. docs/PERSISTENCE.md has the
// figures and what was concluded from them.
//
//   script/build release sqlite_or_log && build/release/sqlite_or_log DIRECTORY
//
// The directory should be on the disk that matters; its files are removed.
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>
#include <string_view>

#include <sqlite3.h>

#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

namespace {

constexpr std::size_t kRows = 1'000'000;
constexpr std::size_t kItemBytes = 250;
constexpr std::size_t kWrites = 20'000;
constexpr std::size_t kSyncedWrites = 500;

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point start) {
  return std::chrono::duration<double>(Clock::now() - start).count();
}

[[noreturn]] void fail(const char* what) {
  std::fprintf(stderr, "sqlite_or_log: %s\n", what);
  std::exit(1);
}

void require(bool holds, const char* what) {
  if (!holds) fail(what);
}

// Scattered, as the hashes at the start of keys are.
std::string key_of(std::uint64_t number) {
  const std::uint64_t hash = number * 0x9E3779B97F4A7C15U;
  std::string key(24, 'k');
  std::memcpy(key.data(), &hash, sizeof hash);
  std::memcpy(key.data() + 8, &number, sizeof number);
  return key;
}

class Database {
 public:
  explicit Database(const std::string& path) {
    require(sqlite3_open(path.c_str(), &handle_) == SQLITE_OK, "cannot open the database");
    run("PRAGMA journal_mode=WAL");
    run("CREATE TABLE IF NOT EXISTS items (key BLOB PRIMARY KEY, item BLOB) WITHOUT ROWID");
  }
  ~Database() { sqlite3_close(handle_); }
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  void run(const char* statement) {
    require(sqlite3_exec(handle_, statement, nullptr, nullptr, nullptr) == SQLITE_OK, statement);
  }

  // Each put is a transaction of its own, unless one was begun.
  double put(std::uint64_t first, std::size_t count) {
    sqlite3_stmt* statement = nullptr;
    sqlite3_prepare_v2(handle_, "INSERT OR REPLACE INTO items VALUES (?, ?)", -1, &statement,
                       nullptr);
    const std::string item(kItemBytes, 'x');
    const auto start = Clock::now();
    for (std::uint64_t i = first; i < first + count; ++i) {
      const std::string key = key_of(i);
      sqlite3_bind_blob(statement, 1, key.data(), static_cast<int>(key.size()), SQLITE_STATIC);
      sqlite3_bind_blob(statement, 2, item.data(), static_cast<int>(item.size()), SQLITE_STATIC);
      require(sqlite3_step(statement) == SQLITE_DONE, "cannot insert");
      sqlite3_reset(statement);
    }
    const double seconds = seconds_since(start);
    sqlite3_finalize(statement);
    return seconds;
  }

  double read_all(std::size_t expected) {
    sqlite3_stmt* statement = nullptr;
    sqlite3_prepare_v2(handle_, "SELECT key, item FROM items ORDER BY key", -1, &statement,
                       nullptr);
    std::size_t rows = 0;
    std::size_t bytes = 0;
    const auto start = Clock::now();
    while (sqlite3_step(statement) == SQLITE_ROW) {
      ++rows;
      bytes += std::string(static_cast<const char*>(sqlite3_column_blob(statement, 1)),
                           static_cast<std::size_t>(sqlite3_column_bytes(statement, 1)))
                   .size();
    }
    const double seconds = seconds_since(start);
    sqlite3_finalize(statement);
    require(rows == expected && bytes == rows * kItemBytes, "rows are missing");
    return seconds;
  }

 private:
  sqlite3* handle_ = nullptr;
};

enum class Sync { kNever, kAlways };

void write_all(int file, std::string_view bytes) {
  const auto size = static_cast<ssize_t>(bytes.size());
  require(::write(file, bytes.data(), bytes.size()) == size, "cannot write the log");
}

double append(const std::string& path, std::size_t count, Sync sync) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  require(file >= 0, "cannot open the log");
  const std::string record = std::string(12, 'f') + key_of(1) + std::string(kItemBytes, 'x');
  const auto start = Clock::now();
  for (std::size_t i = 0; i < count; ++i) {
    write_all(file, record);
    if (sync == Sync::kAlways) ::fdatasync(file);
  }
  const double seconds = seconds_since(start);
  ::close(file);
  return seconds;
}

// Records of a length and as many bytes, one behind the other.
void write_snapshot(const std::string& path) {
  const int file = ::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  std::string buffer;
  for (std::uint64_t i = 0; i < kRows; ++i) {
    const std::uint32_t length = 24 + kItemBytes;
    buffer.append(reinterpret_cast<const char*>(&length), sizeof length);
    buffer += key_of(i);
    buffer.append(kItemBytes, 'x');
    if (buffer.size() < (std::size_t{1} << 20) && i + 1 < kRows) continue;
    write_all(file, buffer);
    buffer.clear();
  }
  ::close(file);
}

double read_snapshot(const std::string& path) {
  const auto start = Clock::now();
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  const auto size = static_cast<std::size_t>(::lseek(file, 0, SEEK_END));
  void* const memory = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
  require(memory != MAP_FAILED, "cannot map the snapshot");
  const std::string_view bytes(static_cast<const char*>(memory), size);
  std::size_t rows = 0;
  std::size_t copied = 0;
  for (std::size_t at = 0; at < bytes.size(); ++rows) {
    std::uint32_t length = 0;
    std::memcpy(&length, bytes.data() + at, sizeof length);
    copied += std::string(bytes.substr(at + sizeof length, length)).size();
    at += sizeof length + length;
  }
  ::munmap(memory, size);
  ::close(file);
  require(rows == kRows && copied > 0, "records are missing");
  return seconds_since(start);
}

void report_sqlite(const std::string& folder) {
  const std::string path = folder + "/choice.sqlite";
  {
    Database database(path);
    database.run("PRAGMA synchronous=NORMAL");
    std::printf("SQLite, WAL, synchronous=NORMAL  %8.1f us a write\n",
                database.put(0, kWrites) / kWrites * 1e6);
    database.run("PRAGMA synchronous=FULL");
    std::printf("SQLite, WAL, synchronous=FULL    %8.1f us a write\n",
                database.put(0, kSyncedWrites) / kSyncedWrites * 1e6);
    database.run("BEGIN");
    database.put(0, kRows);
    database.run("COMMIT");
    std::printf("SQLite, NORMAL, among a million  %8.1f us a write\n", [&] {
      database.run("PRAGMA synchronous=NORMAL");
      return database.put(kRows / 2, kWrites) / kWrites * 1e6;
    }());
    std::printf("SQLite, a million rows           %8.2f s to read\n", database.read_all(kRows));
  }
  for (const char* suffix : {"", "-wal", "-shm"}) std::remove((path + suffix).c_str());
}

void report_log(const std::string& folder) {
  const std::string path = folder + "/choice.log";
  std::printf("log, write(2)                    %8.1f us a write\n",
              append(path, kWrites, Sync::kNever) / kWrites * 1e6);
  std::printf("log, write(2) and fdatasync(2)   %8.1f us a write\n",
              append(path, kSyncedWrites, Sync::kAlways) / kSyncedWrites * 1e6);
  write_snapshot(path);
  std::printf("snapshot, a million records      %8.2f s to read\n", read_snapshot(path));
  std::remove(path.c_str());
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) fail("usage: sqlite_or_log DIRECTORY");
  report_sqlite(argv[1]);
  report_log(argv[1]);
  return 0;
}
