/* Calipers in C: bounds, ranges and proofs about programs in MLIR form.
 *
 * Errors. A function that can fail takes a `calipers_error **` last, which may be NULL. On failure it returns
 * false or NULL and stores an error there, which the caller frees. On success it does not write to that place.
 * No call unwinds or aborts. A question without an answer is not an error: the verdict is then
 * CALIPERS_UNKNOWN, the range unlimited.
 *
 * Ownership. The caller owns the results of functions named `_new`, `_parse`, `_column`, `_apply`, `_integer`
 * and `_bound`, and every `char *`, and frees them with the `_free` function of their type. Freeing NULL does
 * nothing. An analysis keeps its program and rules alive, so they may be freed in any order; while it
 * lives they can't be changed. Functions copy the strings they are given, which are UTF-8 and end with a 0.
 *
 * Handles (calipers_value and the other numbers) belong to one program. An invalid one is an error.
 *
 * Threads. Only one thread at a time may use an object. Several threads may read a program or rules at once.
 */
#ifndef CALIPERS_H
#define CALIPERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct calipers_error calipers_error;
typedef struct calipers_rules calipers_rules;
typedef struct calipers_module calipers_module;
typedef struct calipers_expression calipers_expression;
typedef struct calipers_analysis calipers_analysis;

typedef uint32_t calipers_value;
typedef uint32_t calipers_op;
typedef uint32_t calipers_block;
typedef uint32_t calipers_type;
typedef uint32_t calipers_attribute;

/* The version of the library, as "0.1.0". */
const char *calipers_version(void);

void calipers_string_free(char *text);

/* The message of an error. It lives as long as the error. */
const char *calipers_error_message(const calipers_error *error);
void calipers_error_free(calipers_error *error);

/* Rules, which define the meaning of ops. ------------------------------------------------------- */

/* The built-in rules. */
calipers_rules *calipers_rules_new(void);
/* Adds the rules of a file, whose text is `source`; `name` is for messages. */
bool calipers_rules_load(calipers_rules *rules, const char *name, const char *source,
                         calipers_error **error);
void calipers_rules_free(calipers_rules *rules);

/* Programs. ------------------------------------------------------------------------------------- */

/* Parses a program; `file` is its name in messages. Ops of unknown dialects are allowed. */
calipers_module *calipers_module_parse(const char *source, const char *file, calipers_error **error);
/* A program of a `builtin.module` with one empty block, to which functions are added: ops directly in
 * a module have no order, so the engine infers little about their values. */
calipers_module *calipers_module_new(void);
void calipers_module_free(calipers_module *module);
/* The program in MLIR's syntax. */
char *calipers_module_text(const calipers_module *module);

/* A type or an attribute from its text: "tensor<?x4xf32>", "4 : i64". */
bool calipers_module_type(calipers_module *module, const char *source, calipers_type *type,
                          calipers_error **error);
bool calipers_module_attribute(calipers_module *module, const char *source,
                               calipers_attribute *attribute, calipers_error **error);

typedef struct calipers_named_attribute {
  const char *name;
  calipers_attribute value;
} calipers_named_attribute;

typedef struct calipers_op_state {
  const char *name; /* with its dialect: "arith.addi" */
  const calipers_value *operands;
  size_t operand_count;
  const calipers_type *result_types;
  size_t result_count;
  const calipers_named_attribute *attributes; /* properties too */
  size_t attribute_count;
  size_t region_count;
} calipers_op_state;

/* Appends an op to a block. Its regions are empty, it has no successors. The call does not check whether
 * it is a valid op of its dialect; the engine infers nothing about an invalid op. */
bool calipers_module_add_op(calipers_module *module, calipers_block block,
                            const calipers_op_state *state, calipers_op *op, calipers_error **error);
/* Appends a block to a region of an op. Regions nest 256 deep at most. */
bool calipers_module_add_block(calipers_module *module, calipers_op op, size_t region,
                               const calipers_type *argument_types, size_t argument_count,
                               calipers_block *block, calipers_error **error);
/* Operands and successors may be set after all ops were added, for uses that precede definitions. */
bool calipers_module_set_operands(calipers_module *module, calipers_op op,
                                  const calipers_value *operands, size_t operand_count,
                                  calipers_error **error);
bool calipers_module_set_successors(calipers_module *module, calipers_op op,
                                    const calipers_block *blocks, size_t block_count,
                                    calipers_error **error);

/* The `builtin.module` that holds all ops; its region 0 has block 0. */
bool calipers_module_top(const calipers_module *module, calipers_op *op, calipers_error **error);
bool calipers_module_block(const calipers_module *module, calipers_op op, size_t region, size_t index,
                           calipers_block *block, calipers_error **error);
bool calipers_module_result(const calipers_module *module, calipers_op op, size_t index,
                            calipers_value *value, calipers_error **error);
bool calipers_module_argument(const calipers_module *module, calipers_block block, size_t index,
                              calipers_value *value, calipers_error **error);
/* The value with that name in the parsed text: "%size". Fails if several values have the name. */
bool calipers_module_find_value(const calipers_module *module, const char *name,
                                calipers_value *value, calipers_error **error);
/* The op that defines a value, or that owns the region of the block whose argument it is. */
bool calipers_module_defining_op(const calipers_module *module, calipers_value value, calipers_op *op,
                                 calipers_error **error);

/* Terms. ---------------------------------------------------------------------------------------- */

typedef enum calipers_column_kind {
  CALIPERS_VALUE,    /* an index, or the signed reading of another integer */
  CALIPERS_UNSIGNED, /* the unsigned reading of an integer; a true i1 is 1 */
  CALIPERS_DIM,      /* the size of dimension `index` */
  CALIPERS_STRIDE,   /* the stride of dimension `index` of a memref, in elements */
  CALIPERS_OFFSET,   /* the offset of a memref, in elements */
  CALIPERS_RANK,
  CALIPERS_ELEMENT, /* element `index` of a one-dimensional shape */
  CALIPERS_SYMBOL   /* a free variable, by its number `index`; `value` is ignored */
} calipers_column_kind;

/* An integer quantity of a value, which can be bounded. */
typedef struct calipers_column {
  uint32_t kind; /* calipers_column_kind */
  calipers_value value;
  uint32_t index;
} calipers_column;

/* Integers are unbounded. x floordiv 0, ceildiv and truncdiv are 0; x mod 0 and truncmod are x.
 * Conditions are terms that are 0 or 1: MIN is "and", MAX is "or". */
typedef enum calipers_operator {
  CALIPERS_ADD,       /* any number of operands */
  CALIPERS_MUL,       /* any number of operands */
  CALIPERS_FLOORDIV,  /* rounds down */
  CALIPERS_CEILDIV,   /* rounds up */
  CALIPERS_MOD,       /* of CALIPERS_FLOORDIV */
  CALIPERS_TRUNCDIV,  /* rounds to 0 */
  CALIPERS_TRUNCMOD,  /* of CALIPERS_TRUNCDIV */
  CALIPERS_MIN,       /* any number of operands */
  CALIPERS_MAX,       /* any number of operands */
  CALIPERS_SELECT,    /* condition, then, else */
  CALIPERS_LE,
  CALIPERS_EQ,
  CALIPERS_LT,
  CALIPERS_NE,
  CALIPERS_GE,
  CALIPERS_GT,
  CALIPERS_NOT,
  CALIPERS_SUB
} calipers_operator;

calipers_expression *calipers_expression_integer(int64_t value);
calipers_expression *calipers_expression_column(calipers_column column, calipers_error **error);
/* Copies the operands, which the caller still owns. Terms nest 500 deep at most: build long sums in one call. */
calipers_expression *calipers_expression_apply(uint32_t op /* calipers_operator */,
                                               const calipers_expression *const *operands,
                                               size_t operand_count, calipers_error **error);
/* The term in the notation of scripts: "(+ %i 1)". `module`, for the names of values, may be NULL. NULL if a column is
 * not of that module. */
char *calipers_expression_text(const calipers_expression *expression, const calipers_module *module);
void calipers_expression_free(calipers_expression *expression);

/* Questions. ------------------------------------------------------------------------------------ */

/* The point of a question: the answer uses the facts that hold there. */
typedef enum calipers_place {
  CALIPERS_DEFAULT, /* right after the latest definition among the values of the term; `op` is ignored */
  CALIPERS_BEFORE,  /* right before `op` */
  CALIPERS_AFTER    /* right after `op` */
} calipers_place;

typedef struct calipers_point {
  uint32_t place; /* calipers_place */
  calipers_op op;
} calipers_point;

typedef enum calipers_verdict {
  CALIPERS_UNKNOWN,
  CALIPERS_PROVED,     /* the condition holds in every run that reaches the point */
  CALIPERS_REFUTED,    /* the condition fails in every run that reaches the point */
  CALIPERS_UNREACHABLE /* no run reaches the point */
} calipers_verdict;

/* All values lie in [lower, upper], if these ends exist, and are `residue` modulo `modulus`; with a
 * modulus of 0, `residue` is the only value. An end that does not fit into 64 bits is left out. */
typedef struct calipers_range {
  bool has_lower;
  bool has_upper;
  bool is_empty; /* the point is unreachable */
  int64_t lower;
  int64_t upper;
  int64_t modulus;
  int64_t residue;
} calipers_range;

typedef enum calipers_bound_kind { CALIPERS_LOWER, CALIPERS_UPPER, CALIPERS_EQUAL } calipers_bound_kind;

typedef enum calipers_slice_relation {
  CALIPERS_OVERLAPS,   /* they have an element in common */
  CALIPERS_EQUIVALENT, /* they have the same sizes and, at each index, the same element */
  CALIPERS_CONTAINS    /* every element of the second is one of the first */
} calipers_slice_relation;

/* An analysis caches results for later questions: use one analysis for all questions about a program. */
calipers_analysis *calipers_analysis_new(const calipers_module *module, const calipers_rules *rules,
                                         calipers_error **error);
void calipers_analysis_free(calipers_analysis *analysis);

bool calipers_analysis_range(calipers_analysis *analysis, const calipers_expression *expression,
                             calipers_point point, calipers_range *range, calipers_error **error);
/* A bound in terms of these columns and numbers; both lower and upper bounds are inclusive. If there is
 * none, the error says why. */
calipers_expression *calipers_analysis_bound(calipers_analysis *analysis,
                                             uint32_t kind /* calipers_bound_kind */,
                                             const calipers_expression *expression,
                                             calipers_point point, const calipers_column *columns,
                                             size_t column_count, calipers_error **error);
/* Stores a calipers_verdict in `verdict`. */
bool calipers_analysis_prove(calipers_analysis *analysis, const calipers_expression *condition,
                             calipers_point point, uint32_t *verdict, calipers_error **error);
/* Integers that satisfy the known facts but violate the condition, one `TERM = INTEGER` per line; the caller
 * frees the string. NULL if a bounded search finds none. */
char *calipers_analysis_counterexample(calipers_analysis *analysis,
                                       const calipers_expression *condition, calipers_point point,
                                       calipers_error **error);
/* Like calipers_analysis_prove, with the text of the proof that the checker has accepted; NULL if there is none. */
bool calipers_analysis_explain(calipers_analysis *analysis, const calipers_expression *condition,
                               calipers_point point, uint32_t *verdict, char **proof,
                               calipers_error **error);
/* The ops that the proof of a condition assumes not to give poison (casts, slices, sums that may not
 * wrap), one `name:line` per line; the caller frees the string. NULL if there is no proof. */
char *calipers_analysis_relies_on(calipers_analysis *analysis, const calipers_expression *condition,
                                  calipers_point point, calipers_error **error);
/* How two slices relate that two ops such as tensor.extract_slice and tensor.insert_slice extract from one
 * value or write to it. Fails if the ops have no common source value. */
bool calipers_analysis_relate_slices(calipers_analysis *analysis, calipers_op first,
                                     uint32_t relation /* calipers_slice_relation */,
                                     calipers_op second, calipers_point point, uint32_t *verdict,
                                     calipers_error **error);

/* Assumes a condition until the current scope is closed. */
bool calipers_analysis_assume(calipers_analysis *analysis, const calipers_expression *condition,
                              calipers_error **error);
bool calipers_analysis_push(calipers_analysis *analysis, calipers_error **error);
bool calipers_analysis_pop(calipers_analysis *analysis, calipers_error **error);

#ifdef __cplusplus
}
#endif

#endif
