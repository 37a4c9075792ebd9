// Builds a program op by op, as a compiler with its own IR would, and asks about it:
//   func f(n) { for i = 0 to n step 8 { size = min(n - i, 8) } }
#include "calipers.h"

#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

namespace {

template <auto Free> struct Freed {
  template <typename T> void operator()(T *owned) const { Free(owned); }
};
using Module = std::unique_ptr<calipers_module, Freed<calipers_module_free>>;
using Rules = std::unique_ptr<calipers_rules, Freed<calipers_rules_free>>;
using Analysis = std::unique_ptr<calipers_analysis, Freed<calipers_analysis_free>>;
using Expression = std::unique_ptr<calipers_expression, Freed<calipers_expression_free>>;
using Text = std::unique_ptr<char, Freed<calipers_string_free>>;

// An argument that ends the program where a call has failed.
class Check {
  calipers_error *error = nullptr;

public:
  operator calipers_error **() { return &error; }
  ~Check() {
    if (error) {
      std::fprintf(stderr, "%s\n", calipers_error_message(error));
      std::exit(1);
    }
  }
};

struct Builder {
  Module module{calipers_module_new()};
  calipers_block block = 0;

  calipers_type type(const char *text) {
    calipers_type type = 0;
    calipers_module_type(module.get(), text, &type, Check());
    return type;
  }

  calipers_op op(const char *name, const std::vector<calipers_value> &operands,
                 const std::vector<calipers_type> &results = {},
                 const std::vector<std::pair<const char *, std::string>> &attributes = {},
                 size_t regions = 0) {
    std::vector<calipers_named_attribute> named;
    for (const auto &[name, text] : attributes) {
      calipers_attribute value = 0;
      calipers_module_attribute(module.get(), text.c_str(), &value, Check());
      named.push_back({name, value});
    }
    const calipers_op_state state = {name,          operands.data(), operands.size(),
                                     results.data(), results.size(),  named.data(),
                                     named.size(),   regions};
    calipers_op op = 0;
    calipers_module_add_op(module.get(), block, &state, &op, Check());
    return op;
  }

  calipers_value result(calipers_op op) {
    calipers_value value = 0;
    calipers_module_result(module.get(), op, 0, &value, Check());
    return value;
  }
};

} // namespace

int main() {
  Builder builder;
  calipers_op top = 0;
  calipers_module_top(builder.module.get(), &top, Check());
  calipers_module_block(builder.module.get(), top, 0, 0, &builder.block, Check());

  const calipers_type index = builder.type("index");
  // The engine infers values in functions: ops directly in a module have no order.
  const calipers_op function =
      builder.op("func.func", {}, {},
                 {{"sym_name", "\"f\""}, {"function_type", "(index) -> ()"}}, 1);
  calipers_module_add_block(builder.module.get(), function, 0, &index, 1, &builder.block, Check());
  const calipers_block body = builder.block;
  calipers_value n = 0;
  calipers_module_argument(builder.module.get(), body, 0, &n, Check());
  const auto constant = [&](const char *value) {
    return builder.result(builder.op("arith.constant", {}, {index}, {{"value", value}}));
  };
  const calipers_value zero = constant("0 : index"), eight = constant("8 : index");
  const calipers_op loop = builder.op("scf.for", {zero, n, eight}, {}, {}, 1);
  calipers_module_add_block(builder.module.get(), loop, 0, &index, 1, &builder.block, Check());
  calipers_value i = 0;
  calipers_module_argument(builder.module.get(), builder.block, 0, &i, Check());
  const calipers_value left = builder.result(builder.op("arith.subi", {n, i}, {index}));
  const calipers_value size = builder.result(builder.op("arith.minsi", {left, eight}, {index}));
  builder.op("scf.yield", {});
  builder.block = body;
  builder.op("func.return", {});
  std::printf("%s", Text(calipers_module_text(builder.module.get())).get());

  const Rules rules(calipers_rules_new());
  const Analysis analysis(calipers_analysis_new(builder.module.get(), rules.get(), Check()));
  const Expression expression(
      calipers_expression_column({CALIPERS_VALUE, size, 0}, Check()));
  calipers_range range;
  calipers_analysis_range(analysis.get(), expression.get(), {CALIPERS_DEFAULT, 0}, &range, Check());
  std::printf("size is in [%lld, %lld]\n", static_cast<long long>(range.lower),
              static_cast<long long>(range.upper));

  // A program cannot change while an analysis of it lives.
  calipers_error *error = nullptr;
  const bool changed = calipers_module_set_operands(builder.module.get(), loop, nullptr, 0, &error);
  std::printf("%s: %s\n", changed ? "changed" : "not changed", calipers_error_message(error));
  calipers_error_free(error);
  return 0;
}
