/* Walks answers as data: all bounds of a value, a counterexample, the trips of a loop, the sizes of a tensor. */
#include "calipers.h"

#include <stdio.h>
#include <stdlib.h>

static const char *const SOURCE =
    "func.func @f(%n: index, %m: index, %t: tensor<?x4xf32>) {\n"
    "  %c0 = arith.constant 0 : index\n"
    "  %c3 = arith.constant 3 : index\n"
    "  %least = affine.min affine_map<()[s0, s1] -> (s0 + 1, s1 * 4)>()[%n, %m]\n"
    "  scf.for %i = %c0 to %n step %c3 {\n"
    "    %padded = tensor.pad %t low[1, 0] high[%n, 0] {\n"
    "    ^bb0(%a: index, %b: index):\n"
    "      %zero = arith.constant 0.0 : f32\n"
    "      tensor.yield %zero : f32\n"
    "    } : tensor<?x4xf32> to tensor<?x4xf32>\n"
    "  }\n"
    "  return\n"
    "}\n";

static void stop_at(calipers_error *error) {
  if (error) {
    fprintf(stderr, "%s\n", calipers_error_message(error));
    calipers_error_free(error);
    exit(1);
  }
}

static const char *const OPERATORS[] = {"+",   "*",   "floordiv", "ceildiv", "mod", "truncdiv",
                                        "truncmod", "min", "max",      "select",  "<=",  "=="};

static void print(const calipers_node *nodes, uint32_t number) {
  const calipers_node *node = &nodes[number];
  if (node->kind == CALIPERS_NODE_INTEGER) {
    printf("%s", node->integer);
  } else if (node->kind == CALIPERS_NODE_COLUMN) {
    if (node->column.kind == CALIPERS_DIM)
      printf("size %u of value %u", node->column.index, node->column.value);
    else
      printf("value %u", node->column.value);
  } else {
    printf("(%s", OPERATORS[node->op]);
    for (size_t at = 0; at < node->operand_count; ++at) {
      printf(" ");
      print(nodes, node->operands[at]);
    }
    printf(")");
  }
}

static void print_term(const calipers_expression *term) {
  size_t count;
  const calipers_node *nodes = calipers_expression_nodes(term, &count);
  if (count)
    print(nodes, 0);
  printf("\n");
}

int main(void) {
  calipers_error *error = NULL;
  calipers_rules *rules = calipers_rules_new();
  calipers_module *module = calipers_module_parse(SOURCE, "walk.mlir", &error);
  stop_at(error);
  calipers_analysis *analysis = calipers_analysis_new(module, rules, &error);
  stop_at(error);
  const calipers_point anywhere = {CALIPERS_DEFAULT, 0};
  calipers_column columns[3] = {{CALIPERS_VALUE, 0, 0}, {CALIPERS_VALUE, 0, 0}, {CALIPERS_VALUE, 0, 0}};
  const char *const names[] = {"%least", "%n", "%m"};
  for (int at = 0; at < 3; ++at) {
    calipers_module_find_value(module, names[at], &columns[at].value, &error);
    stop_at(error);
  }

  calipers_expression *least = calipers_expression_column(columns[0], &error);
  stop_at(error);
  calipers_bounds *bounds =
      calipers_analysis_bounds(analysis, CALIPERS_UPPER, least, anywhere, columns + 1, 2, &error);
  stop_at(error);
  for (size_t at = 0; at < calipers_bounds_count(bounds); ++at) {
    printf("%%least <= ");
    print_term(calipers_bounds_get(bounds, at));
  }
  printf("%s\n", calipers_bounds_each_holds(bounds) ? "each of them" : "the greatest of them");
  calipers_bounds_free(bounds);

  calipers_expression *limit = calipers_expression_integer(9);
  const calipers_expression *sides[] = {least, limit};
  calipers_expression *open = calipers_expression_apply(CALIPERS_LE, sides, 2, &error);
  stop_at(error);
  calipers_assignment *values =
      calipers_analysis_counterexample_values(analysis, open, anywhere, &error);
  stop_at(error);
  printf("%%least may exceed 9:\n");
  for (size_t at = 0; at < calipers_assignment_count(values); ++at) {
    printf("  %s is the value of ", calipers_assignment_value(values, at));
    print_term(calipers_assignment_term(values, at));
  }
  calipers_assignment_free(values);
  calipers_expression_free(open);
  calipers_expression_free(limit);
  calipers_expression_free(least);

  calipers_value counter, padded;
  calipers_op loop;
  calipers_module_find_value(module, "%i", &counter, &error);
  stop_at(error);
  calipers_module_defining_op(module, counter, &loop, &error);
  stop_at(error);
  calipers_source_location location;
  calipers_module_location(module, loop, &location, &error);
  stop_at(error);
  calipers_expression *trips = calipers_analysis_trips(analysis, loop, &error);
  stop_at(error);
  printf("the loop in %s:%u:%u iterates as often as ", location.file, location.line, location.column);
  print_term(trips);
  calipers_string_free(location.file);
  calipers_expression_free(trips);

  calipers_module_find_value(module, "%padded", &padded, &error);
  stop_at(error);
  calipers_expression *sizes[2];
  calipers_analysis_shape(analysis, padded, anywhere, sizes, 2, &error);
  stop_at(error);
  for (int dim = 0; dim < 2; ++dim) {
    printf("size %d of %%padded is ", dim);
    print_term(sizes[dim]);
    calipers_expression_free(sizes[dim]);
  }
  /* Wrong numbers are errors. */
  if (!calipers_analysis_shape(analysis, padded, anywhere, sizes, 3, &error)) {
    printf("%s\n", calipers_error_message(error));
    calipers_error_free(error);
  }
  error = NULL;
  if (!calipers_analysis_trips(analysis, 0, &error)) {
    printf("%s\n", calipers_error_message(error));
    calipers_error_free(error);
  }
  calipers_analysis_free(analysis);
  calipers_module_free(module);
  calipers_rules_free(rules);
  return 0;
}
