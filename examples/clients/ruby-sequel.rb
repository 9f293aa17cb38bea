# Sequel. Strings go in and come out; a list for ANY, and the schema dumper, need a word more.
# The PG* environment variables name the database, in which CREATE EXTENSION ulidkit has been run.
require 'sequel'

DB = Sequel.connect(adapter: 'postgres', host: ENV['PGHOST'], port: ENV['PGPORT'], user: ENV['PGUSER'], database: ENV['PGDATABASE'])
DB.extension :pg_array

def says(name, value) = puts("#{name}: #{value.nil? ? 'null' : value}")

def sqlstate
  yield
  'no error'
rescue Sequel::DatabaseError => e
  e.wrapped_exception.result.error_field(PG::Result::PG_DIAG_SQLSTATE)
end

Sequel.extension :migration
tables = Sequel.migration do
  change do
    create_table(:customer) do
      column :id, :ulid, primary_key: true, default: Sequel.function(:ulid_generate)
      column :name, :text, null: false
      column :parent, :ulid
    end
    create_table(:event) do
      column :id, :timeid, primary_key: true, default: Sequel.function(:timeid_generate)
      column :note, :text
    end
  end
end
tables.apply(DB, :up)

class Customer < Sequel::Model(:customer)
  unrestrict_primary_key
end

class Event < Sequel::Model(:event)
end

says 'default', Customer.create(name: 'new').id.size
given = '01ARZ3NDEKTSV4RRFFQ69G5FAV'
says 'given', Customer.create(id: given, name: 'given').id
one, two, three = %w[01KDWPVNG0A1B2C3D4E5F6G7H8 01KDZ98CG0A1B2C3D4E5F6G7H8 01KE1VN3G0A1B2C3D4E5F6G7H8]
batch = [[one, 'one'], [two, 'two'], [three, 'three']]
says 'batch', Customer.dataset.returning(:id).import(%i[id name], batch).size

says 'id', Customer[given].name
says 'list', Customer.where(id: [one, three]).order(:id).select_map(:name).join(' ')
Customer.where(id: Sequel.function(:ANY, Sequel.pg_array([one, three], :ulid))).count == 2 or raise 'wrong list'
says 'after_id', Customer.where { id > one }.order(:id).limit(2).select_map(:name).join(' ')
time = Sequel.cast(:id, :timestamptz)
says 'after_time', Customer.where(time > Time.utc(2026, 1, 1, 12)).order(time).limit(2).select_map(:name).join(' ')
between = (time >= Time.utc(2026, 1, 2)) & (time < Time.utc(2026, 1, 4))
says 'time_range', Customer.where(between).order(:id).select_map(:name).join(' ')

says 'update', Customer.where(id: two).update(name: 'second', parent: one)
says 'delete', Customer.where(id: three).delete
says 'null', Customer.create(name: 'nobody', parent: nil).refresh.parent

says 'bad', sqlstate { Customer['01ARZ3NDEKTSV4RRFFQ69G5FAO'] }
says 'range', sqlstate { Customer['81ARZ3NDEKTSV4RRFFQ69G5FAV'] }
says 'untyped', DB.fetch('SELECT name FROM customer WHERE id = ?', given).get(:name)
says 'typed', sqlstate { DB.fetch('SELECT name FROM customer WHERE id = ?::text', given).all }

DB.copy_into(:customer, columns: %i[id name], format: :csv, data: "01KE4E1TG0A1B2C3D4E5F6G7H8,copied\n")
says 'copy', Customer['01KE4E1TG0A1B2C3D4E5F6G7H8'].name
says 'kind', Event[Event.create(note: 'started').id].note

# A dump for the same database has the types and the defaults; the default one writes String, without a default.
DB.extension :schema_dumper
DB.dump_schema_migration.include?('String :id') or raise 'a dump for other databases knows ulid'
dump = DB.dump_schema_migration(same_db: true)
dump.include?('column :id, "ulid", :default=>Sequel::LiteralString.new("ulid_generate()"), :null=>false') or raise dump
rows = [DB[:customer].all, DB[:event].all]
tables.apply(DB, :down)
eval(dump).apply(DB, :up)
says 'schema', DB.dump_schema_migration(same_db: true) == dump ? 0 : 1
DB[:customer].multi_insert(rows[0])
DB[:event].multi_insert(rows[1])
