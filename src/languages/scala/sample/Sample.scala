/*
 * Belongs to nobody.
 */
package org.example
package warehouse

import java.time.Instant
import scala.collection.mutable
import scala.collection.mutable.{ListBuffer, Map => MutableMap, Set => _, _}
import org.example.audit.Trail
import org.slf4j.{Logger, LoggerFactory}, cats.syntax.all._
import cats.implicits._

/** Things for the whole package. */
package object syntax {
  type Handler[A] = A => Unit
  val Limit = 50
  implicit class ShelfOps(private val shelf: Shelf[_]) extends AnyVal {
    def isFull: Boolean = shelf.size >= Limit
  }
}

/** Something that has a place. */
trait Placed extends Ordered[Placed] with Serializable { self: Logging =>
  type Item <: Storable
  val place: String
  def move(to: String): Boolean
  def describe: String = s"at $place"
}

/**
 * A shelf holds items of one kind.
 *
 * @param code its place
 */
@SerialVersionUID(1L)
@deprecated("use Rack", "1.4")
abstract class Shelf[+T <: Item](
  val code: String,
  private var label: Option[String] = None,
  clock: Clock = Clock.system
)(implicit ec: ExecutionContext)
    extends Base.Store(code)
    with Placed
    with Closeable {
  import Shelf._

  // what lies there
  private val items = ListBuffer.empty[T]
  protected[warehouse] var state: State = Open
  lazy val (first, second) = (1, 2)
  @volatile private[this] var open, closed: Boolean = false
  implicit val ordering: Ordering[Item] = Ordering.by(_.weight)

  def this(code: String) = this(code, None)

  /** Puts an item on it.
    *
    * It may be full.
    */
  @throws[StoreException]("when full")
  @tailrec
  final override def add[R >: T : Encoder](item: R, rest: R*)(andThen: R => Unit = _ => ()): Option[R] = {
    if (!item.isInstanceOf[Weighted]) throw new IllegalArgumentException("no weight")
    val entry = new Ledger.Entry[R](item, at = Instant.now())
    ledger.entries(0).save(entry)
    ledger.audit(item).foreach(_.close())
    items += item
    state = State.Full(items.size)
    rest.foreach { each => weigh(each) }
    items.map(_.name).filter(isValid)
    items map weigh filter isValid
    def nested(depth: Int): Int = depth + 1
    val handler = new Handler0 with Runnable {
      override def run(): Unit = execute()
    }
    state match {
      case Full(count) if count > 0 => Some(item)
      case Open | _: Closed => None
    }
    for {
      one <- find(code)
      two = one.label
    } yield two
    try andThen(item)
    catch { case e: java.io.IOException => report(e) }
    None
  }

  def weight(item: T): Double
  def +=(item: T): this.type = { items += item; this }
  def `odd name`: Int = 1
  private[this] def touch(): Unit = println(s"touched ${describe()}")

  class Drawer { val open = false }
}

object Shelf extends Maker[Shelf[Item]] {
  val Capacity = 50
  def apply(code: String): Shelf[Item] = new Shelf[Item](code) {}
  implicit def toCode(shelf: Shelf[_]): String = shelf.code
  private object Hidden
}

case class Point(x: Int, y: Int = 0) extends AnyVal
final case class Code private (value: String)

sealed trait State
case object Open extends State
case class Full(count: Int) extends State

object Warehouse extends App {
  var total = 0
  val shelves: MutableMap[String, Shelf[Item]] = MutableMap("A1" -> Shelf("A1"))
  shelves("A1").add(Item("x"))()
}
