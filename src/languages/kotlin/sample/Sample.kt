#!/usr/bin/env kotlin
/*
 * Copyright of nobody.
 */
@file:JvmName("Warehouses")
@file:Suppress("unused", "MagicNumber")

package org.example.warehouse

import java.time.Instant
import kotlin.math.max
import kotlinx.coroutines.flow.*
import org.example.audit.Trail as AuditTrail
import org.example.warehouse.model.Item
import org.slf4j.LoggerFactory

typealias Handler<T> = suspend (T) -> Unit

const val LIMIT = 50
private val logger = LoggerFactory.getLogger("warehouse")
var counter: Int = 0
    private set
internal lateinit var registry: Registry

/** Something that has a place. */
interface Placed : Comparable<Placed> {
    val place: String

    fun move(to: String): Boolean

    fun describe() = "at $place"
}

fun interface Filter {
    fun accepts(item: Item): Boolean
}

/**
 * A shelf holds items of one kind.
 *
 * @param code its place
 */
@Serializable
@Deprecated("use Rack", level = DeprecationLevel.WARNING)
abstract class Shelf<T : Item>(
    val code: String,
    private var label: String? = null,
    @field:Inject internal val clock: Clock = Clock.System,
    capacity: Int,
) : Base.Store(code), Placed, Closeable by Delegate(), kotlin.collections.Iterable<T> {
    // what lies there
    private val items = mutableListOf<T>()

    @Volatile
    protected open var state: State = State.Open
        get() = field.also { touch() }
        set(value) {
            field = value
            notifyAll()
        }

    val size by lazy { items.size }
    val (first, second) = Pair(1, 2)

    init {
        require(capacity > 0) { "capacity" }
        register(this)
    }

    constructor(code: String) : this(code, capacity = LIMIT) {
        logger.info("made $code")
    }

    abstract fun weight(item: T): Double

    /** Puts an item on it. */
    @Throws(StoreException::class)
    suspend inline fun <reified R : Any> add(item: T, vararg rest: T, crossinline then: (T) -> R): R? where R : Comparable<R> {
        if (item !is Weighted) throw IllegalArgumentException("no weight")
        items += item
        val entry = Entry<T>(item, at = Instant.now())
        ledger.entries().save(entry)
        ledger?.audit(item)!!.close()
        this.state = State.Full(items.size)
        rest.forEach { weight(it) }
        items.map(Item::name).filter(::isValid)
        val handler = object : Handler0(), Runnable {
            override fun run() {
                execute()
            }
        }
        item toShelf this
        val local = fun(x: Int): Int { return max(x, 1) }
        fun nested(depth: Int) = depth + 1
        return try {
            then(item as T)
        } catch (e: java.io.IOException) {
            null
        }
    }

    override operator fun get(index: Int): T = items[index]

    private fun touch() = Unit

    internal fun peek() = items.firstOrNull()

    fun `moves all the things`() {}

    inner class Drawer {
        val open = false
    }

    companion object Factory : Maker<Shelf<*>> {
        const val CAPACITY = 50

        @JvmStatic
        fun open(code: String): Shelf<*> = TODO()
    }
}

data class Point(val x: Int, val y: Int = 0)

@JvmInline
value class Code(val value: String)

sealed interface State {
    data object Open : State
    class Full(val count: Int) : State
}

sealed class Outcome {
    object Done : Outcome()
}

/** What a shelf is made of. */
enum class Material(val heavy: Boolean) : Placed {
    Wood(false),

    /** Hard. */
    Steel(true) {
        override fun hardness() = 9
    };

    open fun hardness(): Int = 1

    companion object {
        fun of(name: String) = valueOf(name.uppercase())
    }
}

annotation class Audited(val by: String = "")

object Warehouse {
    @JvmField
    val shelves = HashMap<String, Shelf<*>>()

    fun find(code: String) = shelves[code] ?: throw NoSuchElementException(code)
}

private class Hidden {
    fun shown() = 1
}

fun main(args: Array<String>) {
    val shelf = Warehouse.find(args[0])
    with(shelf) { peek() }
    runBlocking { shelf.add(Item("x")) { } }
}

/** How heavy it all is. */
fun Shelf<*>.total(): Double = items().sumOf { weight(it) }

infix fun Item.toShelf(shelf: Shelf<Item>) = shelf.plus(this)

fun <T> List<T>.second(): T = this[1]

fun String?.orDash() = this ?: "-"

val Shelf<*>.isEmpty: Boolean
    get() = size == 0

val org.example.other.Thing.length get() = 1

@Composable
fun ShelfView(shelf: Shelf<*>) {
    Column { Text(shelf.code) }
}
