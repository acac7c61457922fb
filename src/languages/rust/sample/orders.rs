//! Orders of a small shop.
#![allow(dead_code)]

extern crate alloc as heap;
extern crate serde;

use std::collections::HashMap;
use std::{
    fmt::{self, Display as Show},
    io::*,
    rc,
};
pub use crate::model::money::{self, Amount};
pub(crate) use self::stock::Level as StockLevel;
use super::*;
use ::chrono::DateTime;
use {anyhow, tokio::sync::mpsc};
use stock::Shelf;

mod billing;
pub mod stock;

/// What a customer wants.
///
/// It has lines.
#[derive(Debug, Clone, serde::Serialize)]
// An ordinary comment between.
#[serde(rename = "order")]
pub struct Order<'a, T: Line + ?Sized>
where
    T: Priced,
{
    /// Who ordered.
    pub owner: &'a str,
    #[serde(skip)]
    lines: Vec<Box<T>>,
    state: State,
}

struct Pair(pub i32, String);
struct Marker;

/** Where an order is. */
#[derive(PartialEq)]
pub enum State {
    New,
    /// With its carrier.
    Sent(Carrier, u8),
    Lost { since: DateTime<Utc>, last: Option<Place> },
    Closed = 4,
}

union Bits {
    int: u32,
    float: f32,
}

pub trait Priced: Display + money::Rounded + Into<f64> {
    const DIGITS: u8 = 2;
    type Currency: Symbol;
    fn price(&self) -> Amount<Self::Currency>;
    fn doubled(&self) -> f64 {
        self.price().value() * 2.0
    }
}

impl<'a, T> Order<'a, T>
where
    T: Line + Priced,
{
    const LIMIT: usize = 10;

    /// Makes one.
    pub fn new(owner: &'a str) -> Self {
        Self { owner, lines: Vec::new(), state: State::New }
    }

    pub(crate) async unsafe fn send<C: Carry>(&mut self, carrier: C) -> Result<(), Box<dyn Error>> {
        let parcel = stock::Parcel { weight: 1, ..Default::default() };
        let shelf = Shelf::<u8>::with_capacity(1);
        self.lines.iter().map(|line| line.price()).sum::<f64>();
        carrier.carry::<T>(parcel, Pair(1, String::from("x"))).await?.log();
        self.state = State::Sent(Carrier::default(), 1);
        (self.hook)(shelf);
        <T as Priced>::price(&self.lines[0]);
        if let State::Lost { since, .. } = &self.state {
            warn!("lost since {}", since.elapsed(fmt::now()));
        }
        match self.state {
            State::New => vec![1, helper(2)],
            State::Sent(_, n) => billing::charge!(n),
            Pair(a, _) if a == LIMIT as usize => return Err(money::Error::Late(a)),
            Some(_) => log::info!("x"),
            _ => Vec::<i32>::new(),
        };
        fn nested(x: i32) -> i32 {
            const INNER: i32 = 1;
            struct Local {
                field: i32,
            }
            x + INNER
        }
        Ok(())
    }
}

impl<'a, T> Priced for Order<'a, T> {
    type Currency = Euro;
    const DIGITS: u8 = 3;
    fn price(&self) -> Amount<Euro> {
        Amount::zero()
    }
}

impl fmt::Display for State {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.name())
    }
}

impl From<&Pair> for dyn Priced<Currency = Euro> {}

pub type Orders<'a, T> = HashMap<u64, Order<'a, T>>;

const MAX: u8 = 1;
pub static mut CACHE: Option<Shelf> = None;

#[macro_export]
macro_rules! order {
    ($owner:expr) => {
        Order::new($owner)
    };
}

macro_rules! private {
    () => {};
}

pub mod carriers {
    //! Who carries.
    //! All of them.
    use super::State;

    pub(super) fn find() {}
}

#[tokio::main]
#[instrument]
pub async fn main() -> impl Iterator<Item = State> + 'static {
    println!("{}", order!("x"));
}

extern "C" {
    fn checksum(data: *const u8) -> i32;
    pub static VERSION: i32;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn adds() {
        assert_eq!(Order::new("x").total(), sum(&[1]));
        /* block */
    }
}

fn größe(ä: Länge) {} // trailing
