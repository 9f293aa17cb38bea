<?php
// Laravel's database layer, with its query builder, models and migrations. The columns need a type of the schema builder.
// The PG* environment variables name the database, in which CREATE EXTENSION ulidkit has been run.
require 'Illuminate/Database/autoload.php';

use Illuminate\Database\Capsule\Manager as DB;
use Illuminate\Database\Eloquent\Model;
use Illuminate\Database\QueryException;
use Illuminate\Database\Schema\Blueprint;
use Illuminate\Database\Schema\Grammars\PostgresGrammar;

function says(string $name, $value): void
{
    echo "$name: ", $value ?? 'null', "\n";
}

function sqlstate(callable $query): string
{
    try {
        $query();
    } catch (QueryException $error) {
        return $error->getCode();
    }
    return 'no error';
}

$capsule = new DB();
$capsule->addConnection(['driver' => 'pgsql', 'host' => '127.0.0.1', 'port' => getenv('PGPORT'),
    'username' => getenv('PGUSER'), 'password' => '', 'database' => getenv('PGDATABASE')]);
$capsule->setAsGlobal();
$capsule->bootEloquent();

// In a service provider: the types for migrations
PostgresGrammar::macro('typeUlid', fn () => 'ulid');
PostgresGrammar::macro('typeTimeid', fn () => 'timeid');

DB::schema()->create('customer', function (Blueprint $table) {
    $table->addColumn('ulid', 'id')->primary()->default(DB::raw('ulid_generate()'));
    $table->text('name');
    $table->addColumn('ulid', 'parent')->nullable();
    // timestampTz() would be a timestamptz(0), which rounds the time, and has no index
    $table->addColumn('timestampTz', 'created_at')->storedAs('ulid_extract_timestamp(id)');
    $table->text('public_id')->storedAs("typeid_encode('cus', id::uuid)");
    $table->timestampTz('updated_at')->nullable();
});
DB::schema()->create('event', function (Blueprint $table) {
    $table->addColumn('timeid', 'id')->primary()->default(DB::raw('timeid_generate()'));
    $table->text('note');
});

class Customer extends Model
{
    protected $table = 'customer';
    protected $keyType = 'string';
    protected $guarded = ['created_at', 'public_id'];
    protected $casts = ['created_at' => 'datetime'];
    const CREATED_AT = null; // Laravel writes updated_at only. Without such a column: public $timestamps = false;

    // A copy leaves out what the server generates.
    public function replicate(array $except = null)
    {
        return parent::replicate(array_merge(['created_at', 'public_id'], $except ?? []));
    }
}

class Event extends Model
{
    protected $table = 'event';
    protected $keyType = 'string';
    protected $guarded = [];
    public $timestamps = false;
}

// create() without an ID reads it back by RETURNING, as it does with the number of a sequence.
says('default', strlen(Customer::create(['name' => 'new'])->id));
$given = '01ARZ3NDEKTSV4RRFFQ69G5FAV';
says('given', Customer::create(['id' => $given, 'name' => 'given'])->id);
[$one, $two, $three] = ['01KDWPVNG0A1B2C3D4E5F6G7H8', '01KDZ98CG0A1B2C3D4E5F6G7H8', '01KE1VN3G0A1B2C3D4E5F6G7H8'];
$batch = [['id' => $one, 'name' => 'one'], ['id' => $two, 'name' => 'two'], ['id' => $three, 'name' => 'three']];
says('batch', Customer::insertOrIgnore($batch));

says('id', Customer::find($given)->name);
says('list', Customer::orderBy('id')->findMany([$one, $three])->implode('name', ' '));
says('after_id', Customer::where('id', '>', $one)->orderBy('id')->limit(2)->get()->implode('name', ' '));
$time = DB::raw('id::timestamptz');
$at = fn (string $time) => (new DateTimeImmutable($time))->format(DATE_ATOM); // a date object loses its time zone
says('after_time', Customer::where($time, '>', $at('2026-01-01T12:00Z'))->orderBy($time)->limit(2)->get()->implode('name', ' '));
$between = Customer::where($time, '>=', $at('2026-01-02T00:00Z'))->where($time, '<', $at('2026-01-04T00:00Z'));
says('time_range', $between->orderBy('id')->get()->implode('name', ' '));

// By the generated columns
$newest = Customer::latest()->limit(2);
says('column_newest', $newest->get()->implode('name', ' '));
$between = Customer::where('created_at', '>=', $at('2026-01-02T00:00Z'))->where('created_at', '<', $at('2026-01-04T00:00Z'));
says('column_range', $between->oldest()->get()->implode('name', ' '));
says('column_public', Customer::firstWhere('public_id', 'cus_01arz3ndektsv4rrffq69g5fav')->name);
assert(Customer::find($one)->created_at->eq('2026-01-01T12:00Z'));
preg_match('/using (\w+)/', $newest->explain()->implode('QUERY PLAN', "\n"), $plan);
says('column_index', $plan[1]);

says('update', Customer::where('id', $two)->update(['name' => 'second', 'parent' => $one]));
says('delete', Customer::destroy($three));
says('null', Customer::find(Customer::create(['name' => 'nobody', 'parent' => null])->id)->parent);

// refresh() reads the generated columns after create(). They survive updates, upserts and copies; updated_at is Laravel's.
$created = Customer::create(['name' => 'created'])->refresh();
$read = fn (Customer $customer) => Customer::find($customer->id)->getAttributes();
assert(strpos($created->public_id, 'cus_') === 0 && $read($created) == $created->getAttributes());
$old = '2026-01-01T00:00:00Z';
DB::table('customer')->where('id', $created->id)->update(['updated_at' => $old]);
$created->update(['name' => 'updated']);
assert($read($created)['name'] === 'updated' && $read($created)['public_id'] === $created->public_id);
assert(Customer::find($created->id)->updated_at->gt('2026-01-02T00:00Z'));
Customer::upsert([['id' => $created->id, 'name' => 'upserted']], 'id');
assert($read($created)['name'] === 'upserted' && $read($created)['created_at'] == $created->getAttributes()['created_at']);
$copy = $created->replicate();
$copy->save();
$copy->refresh();
assert($copy->id > $created->id && $copy->public_id !== $created->public_id && $copy->created_at >= $created->created_at);
Customer::destroy([$created->id, $copy->id]);

says('bad', sqlstate(fn () => Customer::find('01ARZ3NDEKTSV4RRFFQ69G5FAO')));
says('range', sqlstate(fn () => Customer::find('81ARZ3NDEKTSV4RRFFQ69G5FAV')));
says('untyped', DB::select('SELECT name FROM customer WHERE id = ?', [$given])[0]->name);
says('typed', sqlstate(fn () => DB::select('SELECT name FROM customer WHERE id = ?::text', [$given])));

says('kind', Event::find(Event::create(['note' => 'started'])->id)->note);
