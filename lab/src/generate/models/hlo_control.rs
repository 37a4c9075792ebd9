//! Conditions, branches and loops of StableHLO.

use super::{Model, Size, Tensor, array, listed};

impl Model {
    pub(super) fn hlo_scalar(&mut self) -> Tensor {
        self.one(
            "stablehlo.constant",
            &[],
            " {value = dense<1> : tensor<i32>}",
            "i32",
            vec![],
        )
    }

    /// A condition on sizes.
    pub(super) fn hlo_condition(&mut self) -> Tensor {
        let sizes = self.sizes(2);
        let (a, b) = (
            self.list_of(&sizes[..1], "i32"),
            self.list_of(&sizes[1..], "i32"),
        );
        let direction = self.one_of(&["EQ", "NE", "LT", "LE", "GT", "GE"]);
        let attributes =
            format!(" {{comparison_direction = #stablehlo<comparison_direction {direction}>}}");
        let single = vec![self.stated(1)];
        let list = self.one("stablehlo.compare", &[&a, &b], &attributes, "i1", single);
        self.one("stablehlo.reshape", &[&list], "", "i1", vec![])
    }

    /// Ops in a region, the last of which is `hand_on` with the results.
    pub(super) fn hlo_region(&mut self, give: impl FnOnce(&mut Self) -> Vec<Tensor>) {
        let visible = self.scope.len();
        self.indent += 1;
        self.depth += 1;
        for _ in 0..self.random.usize(0..3) {
            self.hlo();
        }
        let given = give(self);
        let given_types = listed(given.iter().map(Tensor::ty));
        let given = listed(given.iter().map(|it| it.name.clone()));
        self.emit(&format!(
            "\"stablehlo.return\"({given}) : ({given_types}) -> ()"
        ));
        self.indent -= 1;
        self.depth -= 1;
        self.scope.truncate(visible);
    }

    /// A tensor of the same sizes with a fully dynamic type.
    fn hlo_opened(&mut self, of: &Tensor) -> Tensor {
        self.one("stablehlo.abs", &[of], "", "f32", of.open_sizes())
    }

    pub(super) fn hlo_if(&mut self) {
        let condition = self.hlo_condition();
        let x = self.find(1, 2);
        let dims: Vec<Size> = x.dims.iter().map(|_| self.open()).collect();
        let opened = |model: &mut Self, of: &Tensor| vec![model.hlo_opened(of)];
        let own = self.fresh();
        let name = condition.name.clone();
        self.emit(&format!("{own} = \"stablehlo.if\"({name}) ({{"));
        let first = x.clone();
        self.hlo_region(|model| {
            let given = if model.chance(50) {
                model.find(first.rank(), first.rank())
            } else {
                first
            };
            opened(model, &given)
        });
        self.emit("}, {");
        let second = x.clone();
        self.hlo_region(|model| opened(model, &second));
        let made = Tensor {
            name: own,
            element: "f32",
            dims,
        };
        self.emit(&format!("}}) : (tensor<i1>) -> {}", made.ty()));
        self.scope.push(made);
    }

    pub(super) fn hlo_while(&mut self) {
        let zero = self.hlo_scalar();
        let x = self.find(1, 2);
        let x = self.hlo_opened(&x);
        let carried: Vec<Size> = x.dims.iter().map(|_| self.open()).collect();
        let (own, i, t) = (self.fresh(), self.fresh(), self.fresh());
        let ty = x.ty();
        self.emit(&format!(
            "{own}:2 = \"stablehlo.while\"({}, {}) ({{",
            zero.name, x.name
        ));
        let arguments = format!("^bb0({i}: tensor<i32>, {t}: {ty}):");
        self.emit(&arguments);
        let counter = Tensor {
            name: i.clone(),
            element: "i32",
            dims: vec![],
        };
        let attributes = " {comparison_direction = #stablehlo<comparison_direction LT>}";
        self.hlo_region(|model| {
            let most = model.random.i64(0..4);
            let value = format!(" {{value = dense<{most}> : tensor<i32>}}");
            let most = model.one("stablehlo.constant", &[], &value, "i32", vec![]);
            vec![model.one(
                "stablehlo.compare",
                &[&counter, &most],
                attributes,
                "i1",
                vec![],
            )]
        });
        self.emit("}, {");
        self.emit(&arguments);
        let visible = self.scope.len();
        let inside = Tensor {
            name: t,
            element: "f32",
            dims: carried.clone(),
        };
        self.scope.push(inside.clone());
        self.hlo_region(|model| {
            let next = model.hlo_scalar();
            let next = model.one("stablehlo.add", &[&counter, &next], "", "i32", vec![]);
            let given = match model.random.u32(0..3) {
                0 => model.find(inside.rank(), inside.rank()),
                1 => {
                    let zero = model.filled(0);
                    let rank = inside.rank();
                    let attributes = format!(
                        " {{edge_padding_low = {}, edge_padding_high = {}, interior_padding = {}}}",
                        array(vec![1; rank]),
                        array(vec![0; rank]),
                        array(vec![0; rank])
                    );
                    let dims = inside.dims.iter().map(|_| model.open()).collect();
                    model.one("stablehlo.pad", &[&inside, &zero], &attributes, "f32", dims)
                }
                _ => inside.clone(),
            };
            vec![next, model.hlo_opened(&given)]
        });
        self.scope.truncate(visible);
        self.emit(&format!("}}) : (tensor<i32>, {ty}) -> (tensor<i32>, {ty})"));
        let after: Vec<Size> = x.dims.iter().map(|_| self.open()).collect();
        self.scope.push(Tensor {
            name: format!("{own}#1"),
            element: "f32",
            dims: after,
        });
        self.scope.push(Tensor {
            name: format!("{own}#0"),
            element: "i32",
            dims: vec![],
        });
    }

    pub(super) fn hlo_assertion(&mut self) {
        let condition = self.hlo_condition();
        self.emit(&format!(
            "\"stablehlo.custom_call\"({}) {{call_target_name = \"shape_assertion\", has_side_effect = true}} \
             : (tensor<i1>) -> ()",
            condition.name
        ));
    }
}
