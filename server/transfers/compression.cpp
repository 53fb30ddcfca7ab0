#include "server/transfers/compression.h"

#include <algorithm>
#include <new>
#include <utility>

#define ZLIB_CONST  // zlib then takes its input as const
#include <zlib.h>
#include <zstd.h>

namespace stator::server {
namespace {

constexpr int kGzipWindowBits = 15 + 16;  // the largest window; +16 asks zlib for the gzip format
constexpr int kCompressionLevel = 6;      // zlib's default: exports are written once
constexpr int kMemoryLevel = 8;           // zlib's default
constexpr std::size_t kPieceBytes = std::size_t{64} * 1024;

[[noreturn]] void throw_corrupt(std::string_view format) {
  throw TransferError("the object is not " + std::string(format) + ", or was cut short");
}

class Plain final : public Decompressor {
 public:
  explicit Plain(std::string bytes) : bytes_(std::move(bytes)) {}

  bool next(std::string& out, std::size_t bytes_max) override {
    const std::size_t count = std::min(bytes_max, bytes_.size() - used_);
    out.append(bytes_, used_, count);
    used_ += count;
    return used_ < bytes_.size();
  }

 private:
  const std::string bytes_;
  std::size_t used_ = 0;
};

class Gunzip final : public Decompressor {
 public:
  explicit Gunzip(std::string bytes) : bytes_(std::move(bytes)) {
    if (inflateInit2(&stream_, kGzipWindowBits) != Z_OK) throw std::bad_alloc();
  }
  ~Gunzip() override { inflateEnd(&stream_); }
  Gunzip(const Gunzip&) = delete;
  Gunzip& operator=(const Gunzip&) = delete;

  bool next(std::string& out, std::size_t bytes_max) override {
    const std::size_t goal = out.size() + bytes_max;
    while (!is_done_ && out.size() < goal) {
      refill();
      const std::size_t used = out.size();
      out.resize(used + kPieceBytes);
      stream_.next_out = reinterpret_cast<Bytef*>(out.data() + used);
      stream_.avail_out = static_cast<uInt>(kPieceBytes);
      const int result = inflate(&stream_, Z_NO_FLUSH);
      out.resize(out.size() - stream_.avail_out);
      if (result == Z_STREAM_END) {
        is_done_ = stream_.avail_in == 0 && given_ == bytes_.size();
        if (!is_done_) inflateReset(&stream_);  // another member follows
      } else if (result != Z_OK) {
        throw_corrupt("gzip");
      }
    }
    return !is_done_;
  }

 private:
  // zlib counts in 32 bits.
  void refill() {
    if (stream_.avail_in != 0) return;
    const std::size_t count = std::min(bytes_.size() - given_, kInputBytes);
    stream_.next_in = reinterpret_cast<const Bytef*>(bytes_.data() + given_);
    stream_.avail_in = static_cast<uInt>(count);
    given_ += count;
  }

  static constexpr std::size_t kInputBytes = std::size_t{1} << 30;

  const std::string bytes_;
  std::size_t given_ = 0;
  z_stream stream_{};
  bool is_done_ = false;
};

class Unzstd final : public Decompressor {
 public:
  explicit Unzstd(std::string bytes) : bytes_(std::move(bytes)), stream_(ZSTD_createDStream()) {
    if (stream_ == nullptr) throw std::bad_alloc();
    input_ = {bytes_.data(), bytes_.size(), 0};
  }
  ~Unzstd() override { ZSTD_freeDStream(stream_); }
  Unzstd(const Unzstd&) = delete;
  Unzstd& operator=(const Unzstd&) = delete;

  bool next(std::string& out, std::size_t bytes_max) override {
    const std::size_t goal = out.size() + bytes_max;
    while (!is_done_ && out.size() < goal) {
      const std::size_t used = out.size();
      out.resize(used + kPieceBytes);
      ZSTD_outBuffer output{out.data() + used, kPieceBytes, 0};
      const std::size_t left = ZSTD_decompressStream(stream_, &output, &input_);
      out.resize(used + output.pos);
      if (ZSTD_isError(left) != 0) throw_corrupt("Zstandard");
      const bool is_drained = input_.pos == input_.size && output.pos < kPieceBytes;
      if (is_drained && left != 0) throw_corrupt("Zstandard");
      is_done_ = is_drained;
    }
    return !is_done_;
  }

 private:
  const std::string bytes_;
  ZSTD_DStream* stream_;
  ZSTD_inBuffer input_{};
  bool is_done_ = false;
};

}  // namespace

std::unique_ptr<Decompressor> make_decompressor(engine::InputCompression compression,
                                                std::string bytes) {
  switch (compression) {
    case engine::InputCompression::kGzip:
      return std::make_unique<Gunzip>(std::move(bytes));
    case engine::InputCompression::kZstd:
      return std::make_unique<Unzstd>(std::move(bytes));
    case engine::InputCompression::kNone:
      break;
  }
  return std::make_unique<Plain>(std::move(bytes));
}

struct GzipWriter::Stream {
  z_stream zlib{};
  std::string out;

  // Runs zlib until it wants no more room.
  void run(int flush) {
    for (;;) {
      const std::size_t used = out.size();
      out.resize(used + kPieceBytes);
      zlib.next_out = reinterpret_cast<Bytef*>(out.data() + used);
      zlib.avail_out = static_cast<uInt>(kPieceBytes);
      deflate(&zlib, flush);  // cannot fail: there is room, and the stream is not finished
      out.resize(out.size() - zlib.avail_out);
      if (zlib.avail_out != 0) return;
    }
  }
};

GzipWriter::GzipWriter() : stream_(std::make_unique<Stream>()) {
  if (deflateInit2(&stream_->zlib, kCompressionLevel, Z_DEFLATED, kGzipWindowBits, kMemoryLevel,
                   Z_DEFAULT_STRATEGY) != Z_OK) {
    throw std::bad_alloc();
  }
}

GzipWriter::~GzipWriter() { deflateEnd(&stream_->zlib); }

void GzipWriter::append(std::string_view bytes) {
  stream_->zlib.next_in = reinterpret_cast<const Bytef*>(bytes.data());
  stream_->zlib.avail_in = static_cast<uInt>(bytes.size());
  stream_->run(Z_NO_FLUSH);
}

std::size_t GzipWriter::size() const { return stream_->out.size(); }

std::string GzipWriter::finish() {
  stream_->zlib.avail_in = 0;
  stream_->run(Z_FINISH);
  return std::move(stream_->out);
}

}  // namespace stator::server
