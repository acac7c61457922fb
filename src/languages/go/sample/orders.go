// Copyright of nobody.

// Package orders shows what Go has.
package orders // import "example.org/shop/orders"

/*
#include <stdio.h>
*/
import "C"
import "fmt"
import (
	"context"
	rnd "math/rand"
	. "strings"

	_ "github.com/lib/pq"
	`github.com/acme/money/v2`

	"../shared"
	"example.org/shop/stock" // warehouse
)

// Limit is how many.
const Limit = 10

const (
	// New is the first state.
	New, Sent = iota, iota + 1
	Lost Status = "lost"
	closed
	_
)

var total, count int = 1, 2

var (
	// ErrEmpty is returned for nothing.
	ErrEmpty = errors.New("empty")
	hook     func(ctx context.Context) error
	OnChange = func(id ID, states ...Status) bool { return len(states) > 0 }
	_        Store = (*memory)(nil)
)

//go:embed schema.sql
var schema string

// ID names an order.
type ID int

type Status = string

type Table = map[string]money.Amount

type Handler func(ctx context.Context, id ID) error

// Order is what a customer wants.
//
// It has lines.
type Order[T any, N Number] struct {
	*Base
	stock.Item
	Cache[T]
	// ID of the order.
	ID, parent ID `json:"id"`
	lines      []Line[T]
	meta       struct {
		Created money.Date
		by      string
	}
	Notify func(a int) (err error)
}

type Number interface {
	~int | ~float64 | money.Amount
	comparable
}

/* Store keeps orders. */
type Store interface {
	fmt.Stringer
	Reader
	// Load finds one.
	Load(ctx context.Context, ids ...ID) (order *Order[Line, int], err error)
	close()
}

type (
	memory struct{}
	// Line of an order.
	Line[T any] struct{ what T }
)

// Add appends a line.
func (o *Order[T, N]) Add(line Line[T], opts ...Option) (n int, err error) {
	o.lines = append(o.lines, line)
	base := &Base{Name: "x", Price: money.Amount{Cents: 1}, Lines: []Line[T]{{what: line.what}}, index: map[string]Entry{}}
	o.meta.log().Printf("added %d", len(o.lines))
	check := func(i int) bool { return valid(i) }
	go o.watch(context.Background())
	defer check(1)
	made, fresh := make([]Thing, 0), new(Thing)
	other := new(stock.Thing)
	switch v := any(line).(type) {
	case *Base, stock.Item:
		_ = v
	}
	found := any(line).(Finder)
	var local int
	const hidden = 3
	type Inner struct{ k int }
	amount := ID(local) + Map[T, int](line)[0] + money.Convert[int](line) + Order[T, N]{}.total()
	tests := []struct {
		name string
		want Status
	}{{"a", New}}
	return int(amount), fmt.Errorf("x: %w", ErrEmpty)
}

func (memory) Load(context.Context, ...ID) (*Order[Line, int], error) { return nil, nil }

func init() { register(memory{}) }

// Map is generic.
func Map[T, R any](xs []T, f func(T) R) []R {
	for _, x := range xs {
		// inside
		ToUpper(f(x))
	}
	return nil
}

// sum is written in assembly.
func sum(xs []int) int

func größe(ä Länge) int { return ä.Maß() }
