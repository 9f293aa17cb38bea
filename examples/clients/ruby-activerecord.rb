# ActiveRecord. Without the initializer it works with a warning ("unknown OID"), and db/schema.rb lacks the tables that
# have a ulid column.
# The PG* environment variables name the database, in which CREATE EXTENSION ulidkit has been run.
require 'active_record'
require 'stringio'

# config/initializers/ulid.rb: a type of strings that is called ulid, and t.ulid for tables.
require 'active_record/connection_adapters/postgresql_adapter'
module ActiveRecord::ConnectionAdapters
  PostgreSQLAdapter::NATIVE_DATABASE_TYPES[:ulid] = { name: 'ulid' }
  PostgreSQLAdapter.prepend(Module.new do
    private def initialize_type_map(map = type_map)
      super
      map.register_type('ulid', PostgreSQL::OID::SpecializedString.new(:ulid))
    end
  end)
  [PostgreSQL::TableDefinition, PostgreSQL::Table].each do |table|
    table.define_method(:ulid) { |*names, **options| names.each { |name| column(name, :ulid, **options) } }
  end
end

def check(good) = good || raise('wrong result')

ActiveRecord::Base.establish_connection(adapter: 'postgresql')
ActiveRecord::Schema.verbose = false
ActiveRecord::Schema.define do
  create_table(:customers, id: :ulid, default: -> { 'ulid_generate()' }) { |t| t.text :name, null: false }
  create_table(:orders, id: :ulid, default: -> { 'ulid_generate()' }) do |t|
    t.references :customer, type: :ulid, foreign_key: true
  end
end

class Customer < ActiveRecord::Base
  has_many :orders
  # The time, for scopes and orders: Customer.where(Customer.created_at.gteq(1.day.ago))
  def self.created_at = Arel::Nodes::NamedFunction.new('ulid_extract_timestamp', [arel_table[:id]])
end

class Order < ActiveRecord::Base
  belongs_to :customer
end

first = Customer.create!(name: 'first')
second = Customer.create!(name: 'second')
check(first.id.size == 26 && first.id < second.id)
first.orders.create!

ids = [first.id, second.id]
check(Customer.find(first.id).name == 'first')
check(Customer.where(id: ids).count == 2)
check(Order.includes(:customer).first.customer == first)
# A list in your own SQL is an array of text and needs a cast.
check(Customer.where('id = ANY(ARRAY[?]::ulid[])', ids).count == 2)
check(Customer.pick(Arel.sql('array_agg(id ORDER BY id)')) == ids)
check(Customer.insert_all([{ name: 'third' }], returning: :id).rows[0][0] > second.id)

# By time
recent = Customer.where(Customer.created_at.gteq(Time.now - 3600)).order(Customer.created_at.desc)
check(recent.count == 3 && recent.last == first)
check(recent.explain.include?('Index Cond: (id >='))

# The errors for texts that are not IDs. (For a uuid column, Rails checks the text itself and raises RecordNotFound.)
{ '01ARZ3NDEKTSV4RRFFQ69G5FAO' => ActiveRecord::StatementInvalid, # 22P02
  '81ARZ3NDEKTSV4RRFFQ69G5FAV' => ActiveRecord::RangeError }.each do |text, error| # 22003
  Customer.find(text)
  raise 'no error'
rescue error
  next
end

# db/schema.rb has the tables, and loading it creates the same ones.
dump = -> { StringIO.new.tap { |io| ActiveRecord::SchemaDumper.dump(ActiveRecord::Base.connection, io) }.string }
schema = dump.call
check(schema.include?('create_table "customers", id: :ulid, default: -> { "ulid_generate()" }'))
check(schema.include?('t.ulid "customer_id"'))
ActiveRecord::Base.connection.drop_table(:orders)
ActiveRecord::Base.connection.drop_table(:customers)
eval(schema)
check(dump.call == schema)
