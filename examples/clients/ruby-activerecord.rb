# ActiveRecord. Without the initializer it works with a warning ("unknown OID"), and db/schema.rb lacks the tables that
# have a ulid column.
# The PG* environment variables name the database, in which CREATE EXTENSION ulidkit has been run.
require 'active_record'
require 'active_record/fixtures'
require 'stringio'
require 'tempfile'
require 'tmpdir'

# config/initializers/ulid.rb: a type of strings that is called ulid, and t.ulid for tables.
require 'active_record/connection_adapters/postgresql_adapter'
module ActiveRecord::ConnectionAdapters
  PostgreSQLAdapter::NATIVE_DATABASE_TYPES[:ulid] = { name: 'ulid' }
  PostgreSQLAdapter::NATIVE_DATABASE_TYPES[:timeid] = { name: 'timeid' }
  PostgreSQLAdapter.prepend(Module.new do
    private def initialize_type_map(map = type_map)
      super
      map.register_type('ulid', PostgreSQL::OID::SpecializedString.new(:ulid))
      map.register_type('timeid', PostgreSQL::OID::SpecializedString.new(:timeid))
    end
  end)
  [PostgreSQL::TableDefinition, PostgreSQL::Table].each do |table|
    table.define_method(:ulid) { |*names, **options| names.each { |name| column(name, :ulid, **options) } }
  end
end

def check(good) = good || raise('wrong result')
def says(name, value) = puts("#{name}: #{value.nil? ? 'null' : value}")

def sqlstate(expected)
  yield
  'no error'
rescue expected => e
  e.cause.result.error_field(PG::Result::PG_DIAG_SQLSTATE)
end

ActiveRecord::Base.establish_connection(adapter: 'postgresql', database: ENV['PGDATABASE'])
ActiveRecord::Schema.verbose = false
ActiveRecord::Schema.define do
  create_table(:customers, id: :ulid, default: -> { 'ulid_generate()' }) { |t| t.text :name, null: false }
  create_table(:orders, id: :ulid, default: -> { 'ulid_generate()' }) do |t|
    t.references :customer, type: :ulid, foreign_key: true
  end
  create_table(:customer, id: :ulid, default: -> { 'ulid_generate()' }) do |t|
    t.text :name, null: false
    t.ulid :parent
  end
  create_table(:event, id: :timeid, default: -> { 'timeid_generate()' }) { |t| t.text :note }
end

# db/schema.rb has the tables, and loading it creates the same ones.
dump = -> { StringIO.new.tap { |io| ActiveRecord::SchemaDumper.dump(ActiveRecord::Base.connection, io) }.string }
schema = dump.call
check(schema.include?('create_table "customers", id: :ulid, default: -> { "ulid_generate()" }'))
check(schema.include?('t.ulid "customer_id"'))
drop = -> { ActiveRecord::Base.connection.then { |db| db.tables.each { |table| db.drop_table(table, force: :cascade) } } }
drop.call
eval(schema)
says 'schema', dump.call == schema ? 0 : 1

# The columns that the id implies. Rails 6.1 has no t.virtual, and its schema.rb would have them as defaults, which cannot
# be loaded: use db/structure.sql, by config.active_record.schema_format = :sql. updated_at is Rails' own, as usual.
ActiveRecord::Schema.define do
  change_table(:customer) do |t|
    t.datetime :updated_at
    if ActiveRecord::VERSION::MAJOR < 7
      t.column :created_at, 'timestamptz GENERATED ALWAYS AS (ulid_extract_timestamp(id)) STORED'
      t.column :public_id, "text GENERATED ALWAYS AS (typeid_encode('cus', id::uuid)) STORED"
    else
      t.virtual :created_at, type: :timestamptz, as: 'ulid_extract_timestamp(id)', stored: true
      t.virtual :public_id, type: :text, as: "typeid_encode('cus', id::uuid)", stored: true
    end
  end
end
if ActiveRecord::VERSION::MAJOR < 7
  config = ActiveRecord::Base.connection_db_config
  structure = Tempfile.new
  ActiveRecord::Tasks::DatabaseTasks.structure_dump(config, structure.path)
  drop.call
  ActiveRecord::Tasks::DatabaseTasks.structure_load(config, structure.path)
end

class Customer < ActiveRecord::Base
  self.table_name = 'customer'
  # Rails writes updated_at, but not created_at.
  private_class_method def self.timestamp_attributes_for_create = []
  # Before Rails 7: what dup has copied is not inserted.
  private def attributes_for_create(names) = super - %w[created_at public_id]
  # Reads what the server has generated. It leaves saved_changes as it is, which after_create(:reload) would empty.
  after_create do
    self.created_at, self.public_id = self.class.unscoped.where(id: id).pick(:created_at, :public_id)
    clear_attribute_changes(%w[created_at public_id])
  end
  def to_param = public_id
  # Without a column, the time for scopes and orders: Customer.where(Customer.time.gteq(1.day.ago))
  def self.time = Arel::Nodes::NamedFunction.new('ulid_extract_timestamp', [arel_table[:id]])
end

class Event < ActiveRecord::Base
  self.table_name = 'event'
end

def names(customers) = customers.pluck(:name).join(' ')

says 'default', Customer.create!(name: 'new').id.size
given = '01ARZ3NDEKTSV4RRFFQ69G5FAV'
says 'given', Customer.create!(id: given, name: 'given').id
one, two, three = %w[01KDWPVNG0A1B2C3D4E5F6G7H8 01KDZ98CG0A1B2C3D4E5F6G7H8 01KE1VN3G0A1B2C3D4E5F6G7H8]
batch = [{ id: one, name: 'one' }, { id: two, name: 'two' }, { id: three, name: 'three' }]
says 'batch', Customer.insert_all(batch, returning: :id).length

says 'id', Customer.find(given).name
ids = [one, three]
says 'list', names(Customer.where(id: ids).order(:id))
# A list in your own SQL is an array of text and needs a cast.
check(Customer.where('id = ANY(ARRAY[?]::ulid[])', ids).count == 2)
check(Customer.where(id: ids).pick(Arel.sql('array_agg(id ORDER BY id)')) == ids)
says 'after_id', names(Customer.where(Customer.arel_table[:id].gt(one)).order(:id).limit(2))
time = Customer.time
says 'after_time', names(Customer.where(time.gt(Time.utc(2026, 1, 1, 12))).order(time).limit(2))
between = Customer.where(time.gteq(Time.utc(2026, 1, 2))).where(time.lt(Time.utc(2026, 1, 4)))
says 'time_range', names(between.order(:id))

# By the generated columns
newest = Customer.order(created_at: :desc).limit(2)
says 'column_newest', names(newest)
between = Customer.where(created_at: Time.utc(2026, 1, 2)...Time.utc(2026, 1, 4))
says 'column_range', names(between.order(:created_at))
says 'column_public', Customer.find_by(public_id: 'cus_01arz3ndektsv4rrffq69g5fav').name
says 'column_index', newest.explain.inspect[/using (\w+)/, 1]

says 'update', Customer.where(id: two).update_all(name: 'second', parent: one)
says 'delete', Customer.where(id: three).delete_all
says 'null', Customer.create!(name: 'nobody', parent: nil).reload.parent

# The generated columns are there after create!, and survive updates and copies; updated_at is Rails'.
created = Customer.create!(name: 'created')
check(created.saved_changes.key?('name') && !created.changed?)
check(created.to_param == created.public_id && created.public_id.start_with?('cus_'))
check((Time.now - created.created_at).abs < 60 && (Time.now - created.updated_at).abs < 60)
read = -> { Customer.find(created.id).slice(:name, :created_at, :public_id) == created.slice(:name, :created_at, :public_id) }
check(read.call)
created.update_columns(updated_at: Time.utc(2026))
created.update!(name: 'updated')
check(Customer.find(created.id).updated_at > Time.now - 60 && read.call)
created.update_columns(updated_at: Time.utc(2026))
created.touch
check(Customer.find(created.id).updated_at > Time.now - 60 && read.call)
copy = Customer.find(created.id).dup
copy.save!
check(copy.name == 'updated' && copy.id > created.id && copy.created_at >= created.created_at)
check(copy.public_id != created.public_id && Customer.find_by(public_id: copy.public_id) == copy)
Customer.where(id: [created.id, copy.id]).delete_all

# A fixture has to have an id: Rails makes a number from its label. This replaces the rows of the table.
Customer.transaction do
  Dir.mktmpdir do |folder|
    File.write("#{folder}/customer.yml", "first:\n  id: #{one}\n  name: fixture\n")
    ActiveRecord::FixtureSet.create_fixtures(folder, 'customer', 'customer' => Customer)
  end
  check(names(Customer.where(created_at: Time.utc(2026, 1, 1, 12))) == 'fixture' && Customer.find(one).updated_at)
  raise ActiveRecord::Rollback
end

# The errors for texts that are not IDs. (For a uuid column, Rails checks the text itself and raises RecordNotFound.)
says 'bad', sqlstate(ActiveRecord::StatementInvalid) { Customer.find('01ARZ3NDEKTSV4RRFFQ69G5FAO') }
says 'range', sqlstate(ActiveRecord::RangeError) { Customer.find('81ARZ3NDEKTSV4RRFFQ69G5FAV') }
says 'untyped', names(Customer.where('id = ?', given))
says 'typed', sqlstate(ActiveRecord::StatementInvalid) { names(Customer.where('id = ?::text', given)) }

says 'kind', Event.find(Event.create!(note: 'started').id).note
