# ruby-pg. Strings go in and come out; nothing has to be registered, except for arrays in results.
# The PG* environment variables name the database, in which CREATE EXTENSION ulidkit has been run.
require 'pg'
require 'time'

def check(good) = good || raise('wrong result')

db = PG.connect
db.exec('CREATE TABLE customer (id ulid PRIMARY KEY DEFAULT ulid_generate(), name text NOT NULL)')
db.exec('CREATE TABLE orders (id ulid PRIMARY KEY DEFAULT ulid_generate(), customer ulid REFERENCES customer)')

insert = 'INSERT INTO customer (name) VALUES ($1) RETURNING id'
first = db.exec_params(insert, ['first']).getvalue(0, 0)
second = db.exec_params(insert, ['second']).getvalue(0, 0)
check(first.size == 26 && first < second)
db.exec_params('INSERT INTO orders (customer) VALUES ($1)', [first])

check(db.exec_params('SELECT name FROM customer WHERE id = $1', [first]).values == [['first']])

# A list of IDs is sent as the text of an array, whose type the server infers.
ids = PG::TextEncoder::Array.new.encode([first, second])
check(db.exec_params('SELECT name FROM customer WHERE id = ANY($1)', [ids]).ntuples == 2)
plan = db.exec_params('EXPLAIN SELECT FROM customer WHERE id = ANY($1)', [ids]).column_values(0).join("\n")
check(plan.include?('Index Cond'))

# By time. Without a type map for queries, parameters are texts.
hour_ago = Time.now - 3600
recent = 'SELECT id::timestamptz FROM customer WHERE id::timestamptz >= $1'
rows = db.exec_params(recent, [hour_ago.iso8601])
check(rows.ntuples == 2 && Time.parse(rows.getvalue(0, 0)) > hour_ago)
check(db.exec_params("EXPLAIN #{recent}", [hour_ago.iso8601]).column_values(0).join("\n").include?('Index Cond: (id >='))

list = db.exec('SELECT array_agg(id ORDER BY id) FROM customer').getvalue(0, 0)
check(PG::TextDecoder::Array.new.decode(list) == [first, second])

db.copy_data('COPY customer (id, name) FROM STDIN', PG::TextEncoder::CopyRow.new) do
  db.put_copy_data(['01ARZ3NDEKTSV4RRFFQ69G5FAV', 'copied'])
end

{ '01ARZ3NDEKTSV4RRFFQ69G5FAO' => PG::InvalidTextRepresentation, # 22P02
  '81ARZ3NDEKTSV4RRFFQ69G5FAV' => PG::NumericValueOutOfRange }.each do |text, error| # 22003
  db.exec_params('SELECT FROM customer WHERE id = $1', [text])
  raise 'no error'
rescue error
  next
end
