//! Layered graph layout: each box is below all boxes that point to it, and in its layer near those (K. Sugiyama, S.
//! Tagawa and M. Toda, "Methods for visual understanding of hierarchical system structures", 1981). Back edges are
//! drawn, but do not affect the layout.

use calipers_support::order::Order;

/// A box to be placed, in pixels.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) struct Size {
    pub(super) width: f64,
    pub(super) height: f64,
}

/// The upper left corner of a box.
#[derive(Clone, Copy, PartialEq, Default, Debug)]
pub(super) struct Place {
    pub(super) x: f64,
    pub(super) y: f64,
}

/// The gap between boxes of one layer.
const GAP: f64 = 28.0;
/// The gap between layers.
const STEP: f64 = 56.0;
/// The number of sweeps over the layers, down and up.
const SWEEPS: usize = 6;

/// The positions of boxes, given their edges; the first box is the root. Costs the number of edges for each sweep,
/// and sorting.
pub(super) fn places(sizes: &[Size], edges: &[Vec<usize>]) -> (Vec<Place>, Size) {
    let layers = layers(edges);
    let depth = layers.iter().copied().max().map_or(0, |last| last + 1);
    let mut rows: Vec<Vec<usize>> = vec![vec![]; depth];
    for (number, &layer) in layers.iter().enumerate() {
        rows[layer].push(number);
    }
    let mut neighbours: Vec<Vec<usize>> = vec![vec![]; sizes.len()];
    for (from, targets) in edges.iter().enumerate() {
        for &to in targets {
            neighbours[from].push(to);
            neighbours[to].push(from);
        }
    }
    let mut centres = vec![0.0; sizes.len()];
    for row in &rows {
        let mut x = 0.0;
        for &number in row {
            centres[number] = x + sizes[number].width / 2.0;
            x += sizes[number].width + GAP;
        }
    }
    for sweep in 0..SWEEPS {
        let downwards = sweep % 2 == 0;
        let order: Vec<usize> = match downwards {
            true => (0..depth).collect(),
            false => (0..depth).rev().collect(),
        };
        for layer in order {
            let wanted = |number: usize| {
                let beside = neighbours[number].iter().copied();
                let beside = beside.filter(|&other| match downwards {
                    true => layers[other] < layer,
                    false => layers[other] > layer,
                });
                let (sum, count) = beside.fold((0.0, 0.0), |(sum, count), other| {
                    (sum + centres[other], count + 1.0)
                });
                if count > 0.0 {
                    sum / count
                } else {
                    centres[number]
                }
            };
            let mut row: Vec<(f64, usize)> = rows[layer]
                .iter()
                .map(|&number| (wanted(number), number))
                .collect();
            row.order_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            spread(&row, sizes, &mut centres);
            rows[layer] = row.into_iter().map(|(_, number)| number).collect();
        }
    }
    let left = |number: usize| centres[number] - sizes[number].width / 2.0;
    let least = (0..sizes.len()).map(left).fold(f64::INFINITY, f64::min);
    let mut found = vec![Place::default(); sizes.len()];
    let (mut y, mut width) = (0.0, 0.0_f64);
    for row in &rows {
        let height = row.iter().map(|&number| sizes[number].height);
        let height = height.fold(0.0, f64::max);
        for &number in row {
            let x = left(number) - least;
            width = width.max(x + sizes[number].width);
            found[number] = Place { x, y };
        }
        y += height + STEP;
    }
    let height = (y - STEP).max(0.0);
    (found, Size { width, height })
}

/// Places the boxes of a row as close as possible to their preferred positions, in order and without overlap, with
/// the average shift of the row equal to zero.
fn spread(row: &[(f64, usize)], sizes: &[Size], centres: &mut [f64]) {
    let mut right = f64::NEG_INFINITY;
    let mut error = 0.0;
    for &(wanted, number) in row {
        let half = sizes[number].width / 2.0;
        let centre = wanted.max(right + GAP + half);
        centres[number] = centre;
        error += centre - wanted;
        right = centre + half;
    }
    let shift = error / row.len().max(1) as f64;
    for &(_, number) in row {
        centres[number] -= shift;
    }
}

/// The layer of each box: one more than the maximum of its predecessors, ignoring back edges, which lead to a box on
/// the path from the root.
fn layers(edges: &[Vec<usize>]) -> Vec<usize> {
    #[derive(Clone, Copy, PartialEq)]
    enum Mark {
        New,
        Open,
        Done,
    }
    let mut marks = vec![Mark::New; edges.len()];
    let mut order = vec![];
    let mut back = vec![];
    for root in 0..edges.len() {
        if marks[root] != Mark::New {
            continue;
        }
        marks[root] = Mark::Open;
        let mut stack = vec![(root, 0)];
        while let Some((number, next)) = stack.pop() {
            match edges[number].get(next) {
                None => {
                    marks[number] = Mark::Done;
                    order.push(number);
                }
                Some(&child) => {
                    stack.push((number, next + 1));
                    match marks[child] {
                        Mark::New => {
                            marks[child] = Mark::Open;
                            stack.push((child, 0));
                        }
                        Mark::Open => back.push((number, child)),
                        Mark::Done => {}
                    }
                }
            }
        }
    }
    let mut layers = vec![0; edges.len()];
    for &number in order.iter().rev() {
        for &child in &edges[number] {
            if !back.contains(&(number, child)) {
                layers[child] = layers[child].max(layers[number] + 1);
            }
        }
    }
    layers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn boxes_stand_below_what_points_to_them_and_apart() {
        // A diamond with a back edge.
        let edges = vec![vec![1, 2], vec![3], vec![3], vec![0]];
        let size = Size {
            width: 50.0,
            height: 20.0,
        };
        let (places, whole) = places(&[size; 4], &edges);
        assert!(places[0].y < places[1].y && places[1].y == places[2].y);
        assert!(places[2].y < places[3].y);
        assert!((places[1].x - places[2].x).abs() >= size.width + GAP);
        assert!(
            places
                .iter()
                .all(|at| at.x >= 0.0 && at.x + size.width <= whole.width + 1e-9)
        );
        assert!(places[3].y + size.height <= whole.height + 1e-9);
    }
}
