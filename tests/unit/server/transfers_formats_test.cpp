// The formats of exports and imports: what is written is read again, and what is not sound is told.
#include <gtest/gtest.h>
#include <zstd.h>

#include <random>
#include <string>
#include <vector>

#include "model/item.h"
#include "server/http/gzip.h"
#include "server/transfers/checksums.h"
#include "server/transfers/compression.h"
#include "server/transfers/item_text.h"
#include "server/transfers/row_reader.h"

namespace stator::server {
namespace {

using engine::DataFormat;
using engine::InputCompression;

// Values of every type, with everything that a format could stumble over.
class RandomItems {
 public:
  AttributeMap item() {
    std::vector<Attribute> attributes;
    for (std::size_t i = 1 + below(8); i > 0; --i) attributes.push_back({name(), value(3)});
    return AttributeMap(std::move(attributes));
  }

 private:
  std::size_t below(std::size_t bound) { return random_() % bound; }

  std::string text() {
    static const std::vector<std::string> kParts = {
        "a", "\"", "'", "\\", "\n", "\r\n", "\t", std::string(1, '\0'), "\x7F", "é", "😀", "$1",
        "{{", "}}", "''' '''", "//", "/*", "null", ",", ":", "$ion_1_0", "\n$ion_1_0", " "};
    std::string text;
    for (std::size_t i = below(6); i > 0; --i) text += kParts[below(kParts.size())];
    return text;
  }
  std::string name() {
    static const std::vector<std::string> kNames = {"plain", "null",  "true", "$10", "$",
                                                    "a b",   "nan_1", "1",    "_x",  "é"};
    return below(3) == 0 ? "n" + text() : kNames[below(kNames.size())];
  }
  Number number() {
    static const std::vector<std::string> kNumbers = {
        "0", "-1", "103", "600", "1.5", "-0.001", "1e125",
        "-9.9999999999999999999999999999999999999e125", "1e-130",
        "12345678901234567890123456789012345678", "0.10", "1000000.0000001"};
    return std::get<Number>(Number::parse(kNumbers[below(kNumbers.size())]));
  }
  Binary binary() {
    std::string bytes;
    for (std::size_t i = below(5); i > 0; --i) bytes += static_cast<char>(below(256));
    return {bytes};
  }
  template <class T, class Make>
  std::vector<T> several(Make make) {
    std::vector<T> elements;
    for (std::size_t i = 1 + below(4); i > 0; --i) elements.push_back(make());
    return elements;
  }

  AttributeValue value(std::size_t levels) {
    switch (below(levels == 0 ? 8 : 10)) {
      case 0:
        return AttributeValue(Text(text()));
      case 1:
        return AttributeValue(number());
      case 2:
        return AttributeValue(binary());
      case 3:
        return AttributeValue(below(2) == 0);
      case 4:
        return AttributeValue();
      case 5:
        return AttributeValue::string_set(several<Text>([&] { return Text(text()); }));
      case 6:
        return AttributeValue::number_set(several<Number>([&] { return number(); }));
      case 7:
        return AttributeValue::binary_set(several<Binary>([&] { return binary(); }));
      case 8: {
        List list;
        for (std::size_t i = below(4); i > 0; --i) list.push_back(value(levels - 1));
        return AttributeValue(std::move(list));
      }
      default: {
        std::vector<Attribute> members;
        for (std::size_t i = below(4); i > 0; --i) members.push_back({name(), value(levels - 1)});
        return AttributeValue(AttributeMap(std::move(members)));
      }
    }
  }

  std::mt19937_64 random_{42};
};

std::unique_ptr<RowReader> reader_of(const std::string& text, DataFormat format) {
  return format == DataFormat::kIon ? make_ion_reader(text) : make_json_reader(text);
}

class RoundTrip : public ::testing::TestWithParam<DataFormat> {};

TEST_P(RoundTrip, LosesNothing) {
  RandomItems random;
  std::vector<AttributeMap> items;
  std::string text;
  for (int i = 0; i < 2000; ++i) {
    items.push_back(random.item());
    append_item_line(text, *make_item(items.back()), GetParam());
  }
  const auto reader = reader_of(text, GetParam());
  for (const AttributeMap& item : items) {
    const auto row = reader->next();
    ASSERT_TRUE(row);
    const auto* fault = std::get_if<RowFault>(&*row);
    ASSERT_EQ(fault, nullptr) << fault->message << ": " << fault->text;
    ASSERT_TRUE(std::get<AttributeMap>(*row) == item);
  }
  EXPECT_FALSE(reader->next());
}

TEST_P(RoundTrip, ReachesTheDeepestLevel) {
  AttributeValue value{List()};
  for (int level = 1; level < 32; ++level) {
    List list;
    list.push_back(std::move(value));
    value = AttributeValue(std::move(list));
  }
  ASSERT_EQ(value.depth(), 32U);
  const AttributeMap item({{"a", value}});
  std::string text;
  append_item_line(text, *make_item(item), GetParam());
  const auto row = reader_of(text, GetParam())->next();
  ASSERT_TRUE(row && std::holds_alternative<AttributeMap>(*row));
  EXPECT_TRUE(std::get<AttributeMap>(*row) == item);

  List deeper;
  deeper.push_back(value);
  text.clear();
  append_item_line(text, *make_item(AttributeMap({{"a", AttributeValue(deeper)}})),
                   GetParam());
  EXPECT_TRUE(std::holds_alternative<RowFault>(*reader_of(text, GetParam())->next()));
}

INSTANTIATE_TEST_SUITE_P(Formats, RoundTrip,
                         ::testing::Values(DataFormat::kDynamoDbJson, DataFormat::kIon),
                         [](const auto& format) {
                           return format.param == DataFormat::kIon ? "Ion" : "Json";
                         });

std::string as_ion(const AttributeValue& value) {
  std::string text;
  append_ion(text, value);
  return text;
}

AttributeValue number(std::string_view text) {
  return AttributeValue(std::get<Number>(Number::parse(text)));
}

TEST(IonText, IsSpelledAsTheServiceDoes) {
  EXPECT_EQ(as_ion(number("103")), "103.");
  EXPECT_EQ(as_ion(number("600")), "6d2");
  EXPECT_EQ(as_ion(number("2000")), "2d3");
  EXPECT_EQ(as_ion(number("-12.34")), "-12.34");
  EXPECT_EQ(as_ion(number("0")), "0.");
  EXPECT_EQ(as_ion(number("0.0025")), "25d-4");
  EXPECT_EQ(as_ion(AttributeValue::string_set({"b", "a"})), R"($dynamodb_SS::["a","b"])");
  EXPECT_EQ(as_ion(AttributeValue(Binary{"hello"})), "{{aGVsbG8=}}");
  AttributeMap map({{"$10", AttributeValue()},
                    {"a b", AttributeValue(true)},
                    {"null", AttributeValue::string("it's")},
                    {"x_1", AttributeValue::string("\"\n\x01")}});
  EXPECT_EQ(as_ion(AttributeValue(map)),
            R"({'$10':null,'a b':true,'null':"it's",x_1:"\"\n\x01"})");
}

AttributeMap read_ion(const std::string& text) {
  auto row = make_ion_reader(text)->next();
  if (!row || std::holds_alternative<RowFault>(*row)) {
    ADD_FAILURE() << text << (row ? std::get<RowFault>(*row).message : "nothing");
    return {};
  }
  return std::get<AttributeMap>(*std::move(row));
}

TEST(IonText, IsReadInEverySpelling) {
  const AttributeMap expected({{"a", number("1000")}});
  for (const char* text : {
           "{Item:{a:1000}}",
           "$ion_1_0 {Item:{a:1_000}}",
           "$ion_1_0{Item:{a:1d3}}",
           "/* c */ { // c\n 'Item' : { \"a\" : 1000. , } , }",
           "[{Item:{a:10.00D2}}]",
           "{other:[1,{x:sexp::null.int}],Item:note::{'''a''':'$dynamodb_NS'::[1]}}",
       }) {
    if (std::string_view(text).find("other") != std::string_view::npos) {
      EXPECT_TRUE(read_ion(text) ==
                  AttributeMap({{"a", AttributeValue::number_set({Number(1)})}}))
          << text;
    } else {
      EXPECT_TRUE(read_ion(text) == expected) << text;
    }
  }
  EXPECT_TRUE(read_ion(R"({Item:{a:"\x41é\u00e9\U0001F600\uD83D\uDE00\0\?\/"}})") ==
              AttributeMap({{"a", AttributeValue::string(std::string_view("Aéé😀😀\0?/", 16))}}));
  EXPECT_TRUE(read_ion("{Item:{a:'''x''' \n '''y''',b:null.string,c:{{ aGVs\n bG8= }}}}") ==
              AttributeMap({{"a", AttributeValue::string("xy")},
                            {"b", AttributeValue()},
                            {"c", AttributeValue(Binary{"hello"})}}));
}

struct FaultCase {
  const char* text;
  const char* message;
};

const FaultCase kIonFaults[] = {
    {"{Item:{a:1e3}}", "'1e3' is neither a decimal nor an integer"},  // a float
    {"{Item:{a:2020-01-01T}}", "'2020-01-01T' is neither a decimal nor an integer"},
    {"{Item:{a:symbol}}", "DynamoDB has no counterpart of 'symbol}}\n$ion_1_0 {I'"},
    {"{Item:{a:(s e x p)}}", "DynamoDB has no counterpart of '(s e x p)}}\n$ion_1_0'"},
    {"{Item:{a:{{!}}}}", "Base64 encoded length is expected a multiple of 4 bytes but found: 1"},
    {"{Item:{a:$dynamodb_SS::[]}}", "A list annotated $dynamodb_SS is empty"},
    {"{Item:{a:$dynamodb_SS::[1]}}", "A list annotated $dynamodb_SS holds a value of type N"},
    {"{Item:{a:$dynamodb_SS::7}}", "A list expected at '7}}\n$ion_1_0 {Item:{'"},
    {"{Item:{a:$dynamodb_NS::[1,1.0]}}", "A list annotated $dynamodb_NS contains duplicates"},
    {"{Item:{a:[1 2]}}", "A comma or bracket expected at '2]}}\n$ion_1_0 {Item:'"},
    {"{Item:{a:1 b:2}}", "A comma or brace expected at 'b:2}}\n$ion_1_0 {Item'"},
    {"{Item:{a 1}}", "A colon expected at '1}}\n$ion_1_0 {Item:{'"},
    {"{Item:{1:1}}", "The name of a field expected at ':1}}\n$ion_1_0 {Item:'"},
    {"{Item:{a:\"\\q\"}}", "Unknown escape \\q"},
    {"{Item:{a:\"\\x4\"}}", "An escape is not that of a character"},
    {"{Item:{a:\"\\uD83D\"}}", "An escape is half a surrogate pair"},
    {"{Item:{a:1d200}}",
     "Number overflow. Attempting to store a number with magnitude larger than supported range"},
    {"{Itm:{a:1}}", "The struct has no field Item that is a struct"},
    {"{Item:1}", "The struct has no field Item that is a struct"},
    {"7", "A struct with a field Item expected"},
    {"{Item:{a:/* no end", "A comment does not end"},
};

TEST(IonText, FaultsAreToldAndTheNextItemIsRead) {
  for (const FaultCase& fault : kIonFaults) {
    const std::string text = std::string("$ion_1_0 ") + fault.text + "\n$ion_1_0 {Item:{b:1}}\n";
    const auto reader = make_ion_reader(text);
    const auto first = reader->next();
    ASSERT_TRUE(first) << fault.text;
    ASSERT_TRUE(std::holds_alternative<RowFault>(*first)) << fault.text;
    EXPECT_EQ(std::get<RowFault>(*first).message, fault.message) << fault.text;
    const auto second = reader->next();
    ASSERT_TRUE(second && std::holds_alternative<AttributeMap>(*second)) << fault.text;
    EXPECT_FALSE(reader->next()) << fault.text;
  }
}

TEST(IonText, FaultsAtTheEndOfAText) {
  for (const FaultCase& fault : {
           FaultCase{"{Item:{a:", "A value expected at the end"},
           FaultCase{"{Item:{a:\"no end", "A string does not end"},
           FaultCase{"{Item:{a:\"\\", "A string does not end"},
           FaultCase{"{Item:{a:{{no end", "A blob does not end"},
           FaultCase{"{Item:{a:1", "A comma or brace expected at the end"},
       }) {
    const auto row = make_ion_reader(fault.text)->next();
    ASSERT_TRUE(row && std::holds_alternative<RowFault>(*row)) << fault.text;
    EXPECT_EQ(std::get<RowFault>(*row).message, fault.message) << fault.text;
  }
}

TEST(IonText, BinaryIonIsRefused) {
  const std::string text("\xE0\x01\x00\xEA\x01", 5);
  const auto reader = make_ion_reader(text);
  const auto row = reader->next();
  ASSERT_TRUE(row && std::holds_alternative<RowFault>(*row));
  EXPECT_EQ(std::get<RowFault>(*row).message,
            "The object is binary Ion; only Ion text can be imported");
  EXPECT_FALSE(reader->next());
}

TEST(Csv, FaultsAreToldAndTheNextRowIsRead) {
  const std::vector<KeyAttribute> definitions{{"pk", ScalarType::kS}};
  for (const FaultCase& fault : {
           FaultCase{"1\"2,x",
                     "A double quote must be escaped by another one, in a quoted field"},
           FaultCase{"\"1\"2,x", "A quoted field is followed by more text"},
           FaultCase{"1,2,3", "The row has 3 columns, the header 2"},
       }) {
    const std::string text = std::string("pk,a\n") + fault.text + "\nz,1\n";
    const auto reader = make_csv_reader(text, {}, definitions);
    const auto first = reader->next();
    ASSERT_TRUE(first && std::holds_alternative<RowFault>(*first)) << fault.text;
    EXPECT_EQ(std::get<RowFault>(*first).message, fault.message);
    const auto second = reader->next();
    ASSERT_TRUE(second && std::holds_alternative<AttributeMap>(*second)) << fault.text;
  }
  const auto row = make_csv_reader("pk,a\n\"no end,1\n", {}, definitions)->next();
  ASSERT_TRUE(row && std::holds_alternative<RowFault>(*row));
  EXPECT_EQ(std::get<RowFault>(*row).message, "A quoted field does not end");
}

std::string decompressed(InputCompression compression, std::string bytes, std::size_t piece) {
  std::string out;
  const auto decompressor = make_decompressor(compression, std::move(bytes));
  while (decompressor->next(out, piece)) {
  }
  return out;
}

std::string zstd(const std::string& text) {
  std::string bytes(ZSTD_compressBound(text.size()), '\0');
  bytes.resize(ZSTD_compress(bytes.data(), bytes.size(), text.data(), text.size(), 3));
  return bytes;
}

TEST(Compression, IsUndonePieceByPiece) {
  std::string text;
  for (int i = 0; i < 100'000; ++i) text += std::to_string(i * 7919);
  for (const std::size_t piece : {std::size_t{1}, std::size_t{100'000}, text.size() * 2}) {
    EXPECT_EQ(decompressed(InputCompression::kNone, text, piece), text);
    EXPECT_EQ(decompressed(InputCompression::kGzip, http::deflate_gzip(text), piece), text);
    EXPECT_EQ(decompressed(InputCompression::kZstd, zstd(text), piece), text);
  }
  EXPECT_EQ(decompressed(InputCompression::kGzip,
                         http::deflate_gzip("a") + http::deflate_gzip("b"), 100),
            "ab");
  EXPECT_EQ(decompressed(InputCompression::kZstd, zstd("a") + zstd("b"), 100), "ab");
  EXPECT_EQ(decompressed(InputCompression::kZstd, zstd(""), 100), "");
}

TEST(Compression, CorruptDataAreFaults) {
  const std::string gzip = http::deflate_gzip("some text");
  const std::string zst = zstd("some text");
  for (const auto& [compression, bytes] : std::vector<std::pair<InputCompression, std::string>>{
           {InputCompression::kGzip, gzip.substr(0, gzip.size() - 1)},
           {InputCompression::kGzip, "plain text"},
           {InputCompression::kGzip, ""},
           {InputCompression::kZstd, zst.substr(0, zst.size() - 1)},
           {InputCompression::kZstd, "plain text"},
       }) {
    const std::string format = compression == InputCompression::kGzip ? "gzip" : "Zstandard";
    try {
      decompressed(compression, bytes, 100);
      ADD_FAILURE() << bytes;
    } catch (const TransferError& error) {
      EXPECT_EQ(error.what(), "the object is not " + format + ", or was cut short");
    }
  }
}

TEST(Compression, WritersMakeWhatReadersRead) {
  GzipWriter writer;
  std::string text;
  for (int i = 0; i < 50'000; ++i) {
    const std::string piece = std::to_string(i * 7919) + "\n";
    writer.append(piece);
    text += piece;
  }
  EXPECT_GT(writer.size(), 0U);
  EXPECT_EQ(decompressed(InputCompression::kGzip, writer.finish(), 1 << 20), text);
  GzipWriter empty;
  EXPECT_EQ(decompressed(InputCompression::kGzip, empty.finish(), 100), "");
}

TEST(Checksums, AreThoseOfS3) {
  EXPECT_EQ(md5_base64(""), "1B2M2Y8AsgTpgAmY7PhCfg==");
  EXPECT_EQ(md5_base64("hello"), "XUFAKrxLKna5cZ2REBfFkg==");
  EXPECT_EQ(etag(""), "59adb24ef3cdbe0297f05b395827453f-1");
}

}  // namespace
}  // namespace stator::server
