/* Asks about a program that is parsed from its text. */
#include "calipers.h"

#include <stdio.h>
#include <stdlib.h>

static const char *const SOURCE =
    "func.func @tile(%n: index, %i: index) {\n"
    "  %size = affine.min affine_map<(d0)[s0] -> (-d0 + s0, 32)>(%i)[%n]\n"
    "  %end = arith.addi %i, %size : index\n"
    "  return\n"
    "}\n";

static void stop_at(calipers_error *error) {
  if (error) {
    fprintf(stderr, "%s\n", calipers_error_message(error));
    calipers_error_free(error);
    exit(1);
  }
}

int main(void) {
  calipers_error *error = NULL;
  calipers_rules *rules = calipers_rules_new();
  calipers_module *module = calipers_module_parse(SOURCE, "tile.mlir", &error);
  stop_at(error);
  calipers_analysis *analysis = calipers_analysis_new(module, rules, &error);
  stop_at(error);

  calipers_column size = {CALIPERS_VALUE, 0, 0}, end = size, n = size;
  calipers_module_find_value(module, "%size", &size.value, &error);
  stop_at(error);
  calipers_module_find_value(module, "%end", &end.value, &error);
  stop_at(error);
  calipers_module_find_value(module, "%n", &n.value, &error);
  stop_at(error);

  /* Right after the latest definition among the values. */
  const calipers_point anywhere = {CALIPERS_DEFAULT, 0};

  calipers_expression *expression = calipers_expression_column(size, &error);
  stop_at(error);
  calipers_range range;
  calipers_analysis_range(analysis, expression, anywhere, &range, &error);
  stop_at(error);
  if (range.has_upper)
    printf("%%size <= %lld\n", (long long)range.upper);
  calipers_expression_free(expression);

  const calipers_expression *sides[] = {calipers_expression_column(end, &error),
                                        calipers_expression_column(n, &error)};
  stop_at(error);
  calipers_expression *claim = calipers_expression_apply(CALIPERS_LE, sides, 2, &error);
  stop_at(error);
  uint32_t verdict;
  char *proof = NULL;
  calipers_analysis_explain(analysis, claim, anywhere, &verdict, &proof, &error);
  stop_at(error);
  printf("%%end <= %%n: %s\n", verdict == CALIPERS_PROVED ? "proved" : "not proved");
  if (proof)
    printf("%s\n", proof);
  calipers_string_free(proof);

  const calipers_expression *reversed[] = {sides[1], sides[0]};
  calipers_expression *open = calipers_expression_apply(CALIPERS_LE, reversed, 2, &error);
  stop_at(error);
  char *example = calipers_analysis_counterexample(analysis, open, anywhere, &error);
  stop_at(error);
  printf("not always %%n <= %%end:\n%s\n", example ? example : "");
  calipers_string_free(example);
  calipers_expression_free(open);

  calipers_expression *bound =
      calipers_analysis_bound(analysis, CALIPERS_UPPER, sides[0], anywhere, &n, 1, &error);
  stop_at(error);
  char *text = calipers_expression_text(bound, module);
  printf("%%end <= %s\n", text);
  calipers_string_free(text);
  calipers_expression_free(bound);
  calipers_expression_free(claim);
  calipers_expression_free((calipers_expression *)sides[0]);
  calipers_expression_free((calipers_expression *)sides[1]);

  /* A failing call returns an error and has no other effect. */
  if (calipers_module_parse("func.func @f( {", "broken.mlir", &error) == NULL) {
    printf("%s\n", calipers_error_message(error));
    calipers_error_free(error);
  }
  calipers_analysis_free(analysis);
  calipers_module_free(module);
  calipers_rules_free(rules);
  return 0;
}
