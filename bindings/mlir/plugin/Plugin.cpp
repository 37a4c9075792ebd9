// A plugin for `mlir-opt --load-pass-plugin`.
#include "Pass.h"

#include "calipers.h"

#include "mlir/Tools/Plugins/PassPlugin.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

using namespace mlir;

namespace calipers {

Value constantAt(OpBuilder &builder, Location location, Dialect *dialect, Type type,
                 int64_t value) {
  Type element = getElementTypeOrSelf(type);
  if (!element.isIntOrIndex())
    return nullptr;
  const unsigned width = ConstantIntRanges::getStorageBitwidth(element);
  const APInt bits(width, value, /*isSigned=*/true, /*implicitTrunc=*/true);
  TypedAttr attribute = builder.getIntegerAttr(element, bits);
  if (auto shaped = dyn_cast<ShapedType>(type)) {
    if (!shaped.hasStaticShape() || !isa<VectorType, RankedTensorType>(type))
      return nullptr;
    attribute = DenseElementsAttr::get(shaped, bits);
  }
  auto *arith = builder.getContext()->getLoadedDialect<arith::ArithDialect>();
  for (Dialect *maker : {dialect, static_cast<Dialect *>(arith)}) {
    Operation *op =
        maker ? maker->materializeConstant(builder, attribute, type, location) : nullptr;
    if (op)
      return op->getResult(0);
  }
  return nullptr;
}

void removeDeadOps(Operation *root) {
  GreedyRewriteConfig config;
  config.enableFolding(false).setRegionSimplificationLevel(GreedySimplifyRegionLevel::Disabled);
  // Without patterns, the driver only removes dead ops, and cannot fail to converge.
  (void)applyPatternsGreedily(root, FrozenRewritePatternSet(RewritePatternSet(root->getContext())),
                              config);
}

} // namespace calipers

extern "C" LLVM_ATTRIBUTE_VISIBILITY_DEFAULT PassPluginLibraryInfo mlirGetPassPluginInfo() {
  return {MLIR_PLUGIN_API_VERSION, "CalipersMLIRPlugin", calipers_version(), [] {
            calipers::registerReifyValueBounds();
            calipers::registerIntRangeOptimizations();
            calipers::registerSimplify();
            calipers::registerResolveDims();
            calipers::registerHoistAllocs();
            calipers::registerAnnotate();
          }};
}
