//! Unions of images.

use crate::answer::Total;
use crate::failure::Failure;
use crate::image::{Image, MAX_IMAGES};
use crate::polynomial::Atom;
use crate::space::count_of;
use crate::sum::{Piece, Summation};

/// The number of elements in a union, by inclusion and exclusion.
pub(crate) fn union(
    summation: &mut Summation<'_>,
    images: impl IntoIterator<Item = Image>,
) -> Result<Total, Failure> {
    let mut kept: Vec<Image> = vec![];
    for image in images {
        if kept.iter().any(|other| image.is_within(summation, other)) {
            continue;
        }
        kept.retain(|other| !other.is_within(summation, &image));
        kept.push(image);
        while let Some((at, other, both)) = mergeable(summation, &kept) {
            kept[at] = both;
            kept.remove(other);
        }
    }
    if kept.len() > MAX_IMAGES {
        return Err(Failure::Budget);
    }
    let mut total = Total::default();
    for chosen in 1u32..1 << kept.len() {
        let members = kept.iter().enumerate();
        let members = members.filter(|(number, _)| chosen & 1 << number != 0);
        let members: Vec<&Image> = members.map(|(_, image)| image).collect();
        if are_apart(&members) {
            continue;
        }
        let (piece, variables) = intersection(&members);
        let sign = if members.len() % 2 == 1 { 1 } else { -1 };
        total.add(sign, count_of(summation, piece, variables)?);
    }
    Ok(total)
}

/// Whether two of some images are known to have no common element.
fn are_apart(images: &[&Image]) -> bool {
    images.iter().enumerate().any(|(number, image)| {
        let mut others = images[number + 1..].iter();
        image.group.is_some() && others.any(|other| other.group == image.group)
    })
}

/// Two images whose union is an image, with that.
fn mergeable(summation: &mut Summation<'_>, images: &[Image]) -> Option<(usize, usize, Image)> {
    let last = images.len().checked_sub(1)?;
    (0..last).find_map(|at| {
        let both = images[at].merged(summation, &images[last])?;
        Some((at, last, both))
    })
}

/// The elements that are in all images, each once.
fn intersection(images: &[&Image]) -> (Piece, Vec<Atom>) {
    let (mut equalities, mut constraints, mut variables) = (vec![], vec![], vec![]);
    for (number, image) in images.iter().enumerate() {
        equalities.extend_from_slice(&image.piece.equalities);
        constraints.extend_from_slice(&image.piece.constraints);
        variables.extend_from_slice(&image.variables);
        if number > 0 {
            let pairs = image.indices.iter().zip(&images[0].indices);
            equalities.extend(pairs.map(|(a, b)| a.minus(b)));
        }
    }
    (Piece::new(equalities, constraints), variables)
}
