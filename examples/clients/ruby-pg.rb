# ruby-pg. Strings go in and come out; nothing has to be registered, except for arrays in results.
# The PG* environment variables name the database, in which CREATE EXTENSION ulidkit has been run.
require 'pg'
require 'time'

DB = PG.connect
DB.exec('CREATE TABLE customer (id ulid PRIMARY KEY DEFAULT ulid_generate(), name text NOT NULL, parent ulid)')
DB.exec('CREATE TABLE event (id timeid PRIMARY KEY DEFAULT timeid_generate(), note text)')

def says(name, value) = puts("#{name}: #{value.nil? ? 'null' : value}")
def first(sql, *values) = DB.exec_params(sql, values).getvalue(0, 0)
def names(sql, *values) = DB.exec_params(sql, values).column_values(0).join(' ')

def sqlstate(expected, sql, *values)
  DB.exec_params(sql, values)
  'no error'
rescue expected => e
  e.result.error_field(PG::Result::PG_DIAG_SQLSTATE)
end

says 'default', first('INSERT INTO customer (name) VALUES ($1) RETURNING id', 'new').size
given = '01ARZ3NDEKTSV4RRFFQ69G5FAV'
says 'given', first('INSERT INTO customer (id, name) VALUES ($1, $2) RETURNING id', given, 'given')
first, second, third = ids = %w[01KDWPVNG0A1B2C3D4E5F6G7H8 01KE1VN3G0A1B2C3D4E5F6G7H8 01KDZ98CG0A1B2C3D4E5F6G7H8]
array = PG::TextEncoder::Array.new
batch = 'INSERT INTO customer (id, name) SELECT * FROM unnest($1::ulid[], $2::text[])'
says 'batch', DB.exec_params(batch, [array.encode(ids), array.encode(%w[one three two])]).cmd_tuples

by_id = 'SELECT name FROM customer WHERE id = $1'
says 'id', names(by_id, given)
# A list of IDs is sent as the text of an array, whose type the server infers.
ids = PG::TextEncoder::Array.new.encode([first, second])
says 'list', names('SELECT name FROM customer WHERE id = ANY($1) ORDER BY id', ids)
says 'after_id', names('SELECT name FROM customer WHERE id > $1 ORDER BY id LIMIT 2', first)
# By time. Without a type map for queries, parameters are texts.
after_time = 'SELECT name FROM customer WHERE id::timestamptz > $1 ORDER BY id::timestamptz LIMIT 2'
says 'after_time', names(after_time, Time.utc(2026, 1, 1, 12).iso8601)
between = 'SELECT name FROM customer WHERE id::timestamptz >= $1 AND id::timestamptz < $2 ORDER BY id'
says 'time_range', names(between, Time.utc(2026, 1, 2).iso8601, Time.utc(2026, 1, 4).iso8601)
Time.parse(first('SELECT id::timestamptz FROM customer WHERE id = $1', first)) == Time.utc(2026, 1, 1, 12) or raise 'time'

list = first('SELECT array_agg(id ORDER BY id) FROM customer WHERE id = ANY($1)', ids)
PG::TextDecoder::Array.new.decode(list) == [first, second] or raise list

update = 'UPDATE customer SET name = $1, parent = $2 WHERE id = $3'
says 'update', DB.exec_params(update, ['second', first, third]).cmd_tuples
says 'delete', DB.exec_params('DELETE FROM customer WHERE id = $1', [second]).cmd_tuples
says 'null', first('INSERT INTO customer (name, parent) VALUES ($1, $2) RETURNING parent', 'nobody', nil)

says 'bad', sqlstate(PG::InvalidTextRepresentation, by_id, '01ARZ3NDEKTSV4RRFFQ69G5FAO')
says 'range', sqlstate(PG::NumericValueOutOfRange, by_id, '81ARZ3NDEKTSV4RRFFQ69G5FAV')
says 'untyped', names(by_id, given)
says 'typed', sqlstate(PG::UndefinedFunction, 'SELECT name FROM customer WHERE id = $1::text', given)

DB.copy_data('COPY customer (id, name) FROM STDIN', PG::TextEncoder::CopyRow.new) do
  DB.put_copy_data(['01KE4E1TG0A1B2C3D4E5F6G7H8', 'copied'])
end
says 'copy', names(by_id, '01KE4E1TG0A1B2C3D4E5F6G7H8')

event = first("INSERT INTO event (note) VALUES ('started') RETURNING id")
says 'kind', names('SELECT note FROM event WHERE id = $1', event)
