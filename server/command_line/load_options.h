// What the command line says about files to load at start.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace stator::server {

struct LoadOptions {
  std::vector<std::string> sources;  // each FILE, DIR, TABLE=FILE or TABLE=DIR
  // Of templates, by name; AWS::StackName is one, too.
  std::vector<std::pair<std::string, std::string>> parameters;
  std::string region = "us-east-1";  // where the tables are, and AWS::Region of templates
};

}  // namespace stator::server
