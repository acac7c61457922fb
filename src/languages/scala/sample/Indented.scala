package org.example.warehouse

import org.example.model.{Item as Thing, given, *}
import org.example.audit.{given Ordering[?], Trail}
import org.example.codec.given
import org.example.all.*
import cats.effect.IO as Effect
import scala.util.Try
export org.example.api.{Client, Server as Host}

/** What a shelf is made of. */
enum Material(val heavy: Boolean) derives CanEqual:
  case Wood extends Material(false)
  case Steel, Glass extends Material(true)
  /** Something else. */
  case Other(name: String) extends Material(false)

  def describe: String = toString.toLowerCase

enum Color:
  case Red, Green

opaque type Code = String
type Handler[A] = A => Unit

trait Show[A]:
  extension (a: A) def show: String
  extension [B](a: A)
    def showAll(other: B): String = show(a) + other
    infix def zip(other: A): (A, A) = (a, other)

given intShow: Show[Int] with
  extension (a: Int) def show: String = a.toString

given Ordering[Point] = Ordering.by(_.x)
given listShow[A](using inner: Show[A]): Show[List[A]] with
  extension (a: List[A]) def show = a.map(inner.show).mkString

class Shelf(val code: String, label: String)(using clock: Clock) extends Placed, Closeable:
  private val items = List.empty[Thing]

  inline def weigh(item: Thing): Double =
    if item.heavy then item.weight else 0.0

  transparent inline def size = items.size

  protected def touch(): Unit =
    val local = summon[Show[Int]]
    println(local.show(1))
end Shelf

object Shelf:
  def apply(code: String): Shelf = new Shelf(code, "none")
  case class Label(text: String)

extension (shelf: Shelf)
  def isEmpty: Boolean = shelf.size == 0
  def total(using Clock): Double = shelf.items.map(shelf.weigh).sum

@main def run(args: String*): Unit =
  val shelf = Shelf(args.head)
  Try(shelf.size).recover:
    case e: RuntimeException => fail(e)
  Material.valueOf("Wood") match
    case Material.Steel => ()
    case _ => sys.exit(1)

def helper[T](items: Seq[T])(using Ordering[T]): T = items.max
val limit = 50
private var counter: Int = 0
