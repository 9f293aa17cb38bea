<?php
// Doctrine DBAL and ORM: a type of ten lines, and a generator. The schema tool makes the tables.
// The PG* environment variables name the database, in which CREATE EXTENSION ulidkit has been run.
require 'Doctrine/ORM/autoload.php';

use Doctrine\DBAL\ArrayParameterType;
use Doctrine\DBAL\DriverManager;
use Doctrine\DBAL\Exception\DriverException;
use Doctrine\DBAL\Platforms\AbstractPlatform;
use Doctrine\DBAL\Types\PhpIntegerMappingType;
use Doctrine\DBAL\Types\Type;
use Doctrine\ORM\Configuration;
use Doctrine\ORM\EntityManager;
use Doctrine\ORM\EntityManagerInterface;
use Doctrine\ORM\Id\AbstractIdGenerator;
use Doctrine\ORM\Mapping as ORM;
use Doctrine\ORM\Mapping\Driver\AttributeDriver;
use Doctrine\ORM\Tools\SchemaTool;

// The interface does one thing: the default goes into the DDL as it is, not in quotes.
class UlidType extends Type implements PhpIntegerMappingType
{
    protected string $name = 'ulid';

    public function getName(): string
    {
        return $this->name;
    }

    public function getSQLDeclaration(array $column, AbstractPlatform $platform): string
    {
        return $this->name;
    }

    public function getMappedDatabaseTypes(AbstractPlatform $platform): array
    {
        return [$this->name];
    }
}

class TimeidType extends UlidType
{
    protected string $name = 'timeid';
}

// The ID is known before the INSERT, as Doctrine wants it.
class Generated extends AbstractIdGenerator
{
    public function generateId(EntityManagerInterface $em, $entity): string
    {
        $type = $em->getClassMetadata($entity::class)->getTypeOfField('id');
        return $entity->id ?? $em->getConnection()->fetchOne("SELECT {$type}_generate()");
    }
}

#[ORM\Entity, ORM\Table(name: 'customer')]
class Customer
{
    #[ORM\Id, ORM\Column(type: 'ulid', options: ['default' => 'ulid_generate()'])]
    #[ORM\GeneratedValue(strategy: 'CUSTOM'), ORM\CustomIdGenerator(Generated::class)]
    public ?string $id = null;

    public function __construct(
        #[ORM\Column(type: 'text')] public string $name,
        ?string $id = null,
        #[ORM\Column(type: 'ulid', nullable: true)] public ?string $parent = null,
    ) {
        $this->id = $id;
    }
}

#[ORM\Entity, ORM\Table(name: 'event')]
class Event
{
    #[ORM\Id, ORM\Column(type: 'timeid', options: ['default' => 'timeid_generate()'])]
    #[ORM\GeneratedValue(strategy: 'CUSTOM'), ORM\CustomIdGenerator(Generated::class)]
    public ?string $id = null;

    public function __construct(#[ORM\Column(type: 'text')] public string $note)
    {
    }
}

function says(string $name, $value): void
{
    echo "$name: ", $value ?? 'null', "\n";
}

function sqlstate(callable $query): string
{
    try {
        $query();
    } catch (DriverException $error) {
        return $error->getSQLState();
    }
    return 'no error';
}

Type::addType('ulid', UlidType::class);
Type::addType('timeid', TimeidType::class);
$db = DriverManager::getConnection(['driver' => 'pdo_pgsql', 'host' => '127.0.0.1', 'port' => getenv('PGPORT'),
    'user' => getenv('PGUSER'), 'dbname' => getenv('PGDATABASE')]);
$config = new Configuration();
$config->setMetadataDriverImpl(new AttributeDriver([]));
$config->setProxyDir(sys_get_temp_dir());
$config->setProxyNamespace('Proxies');
$em = new EntityManager($db, $config);
$classes = [$em->getClassMetadata(Customer::class), $em->getClassMetadata(Event::class)];
$tool = new SchemaTool($em);
$tool->createSchema($classes);

$save = function (object ...$entities) use ($em): int {
    array_walk($entities, fn ($entity) => $em->persist($entity));
    $em->flush();
    $em->clear();
    return count($entities);
};
// The server generates it, too, for statements without an ID.
says('default', strlen($db->fetchOne("INSERT INTO customer (name) VALUES ('new') RETURNING id")));
$given = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
$save($entity = new Customer('given', $given));
says('given', $entity->id);
[$one, $two, $three] = ['01KDWPVNG0A1B2C3D4E5F6G7H8', '01KDZ98CG0A1B2C3D4E5F6G7H8', '01KE1VN3G0A1B2C3D4E5F6G7H8'];
says('batch', $save(new Customer('one', $one), new Customer('two', $two), new Customer('three', $three)));

$names = fn (array $found) => implode(' ', array_map(fn ($entity) => $entity->name, $found));
says('id', $em->find(Customer::class, $given)->name);
$customers = $em->getRepository(Customer::class);
says('list', $names($customers->findBy(['id' => [$one, $three]], ['id' => 'ASC'])));
$dql = fn (string $rest) => $em->createQuery("SELECT c FROM Customer c $rest")->setMaxResults(2);
says('after_id', $names($dql('WHERE c.id > :id ORDER BY c.id')->setParameter('id', $one)->getResult()));
// DQL has no casts: by time with SQL of your own
$time = 'SELECT name FROM customer WHERE id::timestamptz';
says('after_time', implode(' ', $db->fetchFirstColumn("$time > ? ORDER BY id::timestamptz LIMIT 2", ['2026-01-01T12:00Z'])));
$between = ['2026-01-02T00:00Z', '2026-01-04T00:00Z'];
says('time_range', implode(' ', $db->fetchFirstColumn("$time >= ? AND id::timestamptz < ? ORDER BY id", $between)));
$list = $db->fetchFirstColumn('SELECT id FROM customer WHERE id IN (?)', [[$one, $three]], [ArrayParameterType::STRING]);
count($list) === 2 or throw new Exception('wrong list');

$em->clear();
$second = $em->find(Customer::class, $two);
[$second->name, $second->parent] = ['second', $one];
says('update', $save($second));
says('delete', $em->createQuery('DELETE Customer c WHERE c.id = :id')->execute(['id' => $three]));
$save($nobody = new Customer('nobody'));
says('null', $em->find(Customer::class, $nobody->id)->parent);

says('bad', sqlstate(fn () => $em->find(Customer::class, '01ARZ3NDEKTSV4RRFFQ69G5FAO')));
says('range', sqlstate(fn () => $em->find(Customer::class, '81ARZ3NDEKTSV4RRFFQ69G5FAV')));
says('untyped', $db->fetchOne('SELECT name FROM customer WHERE id = ?', [$given]));
says('typed', sqlstate(fn () => $db->fetchOne('SELECT name FROM customer WHERE id = ?::text', [$given])));

$save($event = new Event('started'));
says('kind', $em->find(Event::class, $event->id)->note);

// What a migration would do, and what a schema that is read from the database would
$read = $db->createSchemaManager()->introspectSchema();
str_contains(implode($read->toSql($db->getDatabasePlatform())), 'id ulid DEFAULT ulid_generate() NOT NULL')
    or throw new Exception('not read as it is');
$differences = $db->createSchemaManager()->createComparator()
    ->compareSchemas($read, $tool->getSchemaFromMetadata($classes))->toSql($db->getDatabasePlatform());
says('schema', count($differences) + count($tool->getUpdateSchemaSql($classes)));
