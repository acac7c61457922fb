<!DOCTYPE html>
<title><?= htmlspecialchars($title) ?></title>
<?php
declare(strict_types=1);

/*
 * This file belongs to the warehouse.
 */

namespace App\Warehouse;

use App\Contracts\{Shelf as ShelfContract, Ledger, function audit, const LIMIT};
use DateTimeImmutable;
use Illuminate\Support\Str as Text, Psr\Log\LoggerInterface;
use function array_map;
use function App\Support\slug as make_slug;
use const PHP_EOL;
use const App\Support\{MAX, MIN as LEAST};

require_once __DIR__ . '/../bootstrap.php';
require 'helpers.php';
include_once("legacy/shim.php");
include $theme . '/header.php';

const VERSION = '1.4.0', BUILD = 7;
define('WAREHOUSE_ROOT', __DIR__);

# Tells how many items fit.
#[Pure]
function capacity(int $shelves, ?string $kind = null, int ...$rest): int
{
    static $known = [];
    global $config;
    return $shelves * LIMIT + \strlen($kind ?? '') + $known[$kind];
}

/**
 * Anything that can be stored.
 */
interface Storable extends \JsonSerializable, Countable
{
    public const KIND = 'storable';

    /** Where it stands. */
    public function place(): ?Place;
}

trait Audited
{
    protected array $trail = [];

    abstract protected function auditor(): LoggerInterface;

    public static function bootAudited(): void
    {
        static::creating(fn (self $model) => $model->record('created'));
    }

    private function record(string $event): void
    {
        $this->trail[] = new AuditEntry($event, new DateTimeImmutable());
        $this->auditor()->info($event);
    }
}

/**
 * A place in the hall.
 */
final readonly class Place
{
    public function __construct(
        /** The hall's letter. */
        public string $hall,
        #[Sensitive] protected int $row = 0,
        private ?Place $next = null,
        string $note = '',
    ) {
    }
}

enum Status: string implements HasLabel
{
    use Describes;

    case Open = 'open';
    /** Nobody may take anything. */
    case Closed = 'closed';

    const DEFAULT = self::Open;

    public static function fromLabel(string $label): self
    {
        return self::from(strtolower($label));
    }

    public function label(): string
    {
        return match ($this) {
            Status::Open => 'Open',
            self::Closed => 'Closed',
        };
    }
}

/**
 * A shelf holds items of one kind.
 *
 * @template T of Storable
 */
#[Entity(table: 'shelves'), Cached]
#[\AllowDynamicProperties]
abstract class Shelf extends Base\Store implements ShelfContract, Storable
{
    use Audited, Notifies {
        Audited::record as protected recordAudit;
        Notifies::send insteadof Audited;
    }
    use SoftDeletes;

    public const CAPACITY = 50;
    private const string SECRET = 'x', SALT = 'y';

    /** @var list<T> */
    protected array $items = [];

    public ?string $label, $owner = null;
    public static int $count = 0;
    var $old;
    private readonly LoggerInterface $logger;

    public string $code {
        get => strtoupper($this->code);
        set(string $value) {
            $this->code = trim($value);
        }
    }

    /**
     * Makes an empty shelf.
     */
    public function __construct(LoggerInterface $logger, private readonly Ledger $ledger)
    {
        parent::__construct();
        $this->logger = $logger;
        self::$count++;
    }

    #[Route('/shelves/{code}', methods: ['GET'])]
    final public static function open(string $code, Status|null $status = Status::Open): static
    {
        return new static($code);
    }

    abstract public function size(): int;

    public function add(Storable&Countable $item): self
    {
        if (!$item instanceof Weighted) {
            throw new \InvalidArgumentException('no weight');
        }
        $entry = new Ledger\Entry($item);
        $this->items[] = $item;
        $this->ledger->entries()->save($entry);
        $this->logger?->info('added', ['at' => \App\Support\Clock::now()]);
        audit($item);
        \App\Support\notify($item);
        Text::slug($this->label)->upper();
        $factory = static fn (array $row): Item => Item::make(...$row);
        $names = array_map([$this, 'nameOf'], $this->items);
        $handler = $this->nameOf(...);
        $anonymous = new class($item) extends Handler implements Runnable {
            public function run(): void
            {
                execute();
            }
        };
        $class = Shelf::class;
        $dynamic = new $class('x');
        $this->$factory();
        try {
            $dynamic->save();
        } catch (StoreException | \RuntimeException $e) {
            report($e);
        }

        return $this;
    }

    private function nameOf(Item $item): string
    {
        return "{$item->name()} at {$this->label}";
    }

    public function __call(string $name, array $arguments)
    {
        // forwards to the ledger
        return $this->ledger->{$name}(...$arguments);
    }
}

if (!function_exists('shelf')) {
    function shelf(string $code): Shelf
    {
        return Shelf::open($code);
    }
}

$warehouse = new Warehouse();
$warehouse->open();
return [Shelf::class, 'open'];
