// tokio-postgres. It checks the type of each parameter and result: an ID is a type of its own, with FromSql and ToSql.
// The PG* environment variables name the database, in which CREATE EXTENSION ulidkit has been run.
use bytes::{Bytes, BytesMut};
use futures_util::{pin_mut, SinkExt};
use std::{env, error::Error, fmt, time::Duration, time::SystemTime};
use tokio_postgres::types::{to_sql_checked, FromSql, IsNull, ToSql, Type};
use tokio_postgres::{Client, NoTls, Row};

// The 16 bytes. Vec<Ulid> and Option<Ulid> then work, too.
#[derive(Clone, Copy, Debug)]
struct Ulid(u128);

impl<'a> FromSql<'a> for Ulid {
    fn from_sql(_: &Type, raw: &'a [u8]) -> Result<Self, Box<dyn Error + Sync + Send>> {
        Ok(Ulid(u128::from_be_bytes(raw.try_into()?)))
    }
    fn accepts(of: &Type) -> bool {
        of.name() == "ulid"
    }
}

impl ToSql for Ulid {
    fn to_sql(&self, _: &Type, out: &mut BytesMut) -> Result<IsNull, Box<dyn Error + Sync + Send>> {
        out.extend_from_slice(&self.0.to_be_bytes());
        Ok(IsNull::No)
    }
    fn accepts(of: &Type) -> bool {
        of.name() == "ulid"
    }
    to_sql_checked!();
}

// A program uses a library for the text.
const DIGITS: &str = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";

impl fmt::Display for Ulid {
    fn fmt(&self, out: &mut fmt::Formatter) -> fmt::Result {
        (0..26).rev().try_for_each(|i| write!(out, "{}", DIGITS.as_bytes()[(self.0 >> (5 * i)) as usize & 31] as char))
    }
}

fn ulid(text: &str) -> Ulid {
    Ulid(text.chars().fold(0, |bits, digit| bits << 5 | DIGITS.find(digit).unwrap() as u128))
}

fn names(rows: Vec<Row>) -> String {
    rows.iter().map(|row| row.get(0)).collect::<Vec<&str>>().join(" ")
}

fn sqlstate(result: Result<Vec<Row>, tokio_postgres::Error>) -> String {
    result.err().map_or("no error".into(), |error| error.code().map_or("refused".into(), |code| code.code().into()))
}

async fn recipe(db: Client) -> Result<(), Box<dyn Error>> {
    db.batch_execute(
        "CREATE TABLE customer (id ulid PRIMARY KEY DEFAULT ulid_generate(), name text NOT NULL, parent ulid);
        CREATE TABLE event (id timeid PRIMARY KEY DEFAULT timeid_generate(), note text)",
    )
    .await?;

    let row = db.query_one("INSERT INTO customer (name) VALUES ($1) RETURNING id", &[&"new"]).await?;
    println!("default: {}", row.get::<_, Ulid>(0).to_string().len());
    let given = "01ARZ3NDEKTSV4RRFFQ69G5FAV";
    let insert = "INSERT INTO customer (id, name) VALUES ($1, $2) RETURNING id";
    println!("given: {}", db.query_one(insert, &[&ulid(given), &"given"]).await?.get::<_, Ulid>(0));
    let [one, two, three] =
        ["01KDWPVNG0A1B2C3D4E5F6G7H8", "01KDZ98CG0A1B2C3D4E5F6G7H8", "01KE1VN3G0A1B2C3D4E5F6G7H8"].map(ulid);
    let batch = "INSERT INTO customer (id, name) SELECT * FROM unnest($1::ulid[], $2::text[])";
    println!("batch: {}", db.execute(batch, &[&vec![one, two, three], &vec!["one", "two", "three"]]).await?);

    let by_id = "SELECT name FROM customer WHERE id = $1";
    println!("id: {}", names(db.query(by_id, &[&ulid(given)]).await?));
    let by_list = "SELECT name FROM customer WHERE id = ANY ($1) ORDER BY id";
    println!("list: {}", names(db.query(by_list, &[&vec![one, three]]).await?));
    println!("after_id: {}", names(db.query("SELECT name FROM customer WHERE id > $1 ORDER BY id LIMIT 2", &[&one]).await?));
    let noon = SystemTime::UNIX_EPOCH + Duration::from_secs(1767268800); // 2026-01-01 12:00 UTC
    let after_time = "SELECT name FROM customer WHERE id::timestamptz > $1 ORDER BY id::timestamptz LIMIT 2";
    println!("after_time: {}", names(db.query(after_time, &[&noon]).await?));
    let (from, to) = (noon + Duration::from_secs(43200), noon + Duration::from_secs(5 * 43200));
    let range = "SELECT name FROM customer WHERE id::timestamptz >= $1 AND id::timestamptz < $2 ORDER BY id";
    println!("time_range: {}", names(db.query(range, &[&from, &to]).await?));

    let update = "UPDATE customer SET name = $1, parent = $2 WHERE id = $3";
    println!("update: {}", db.execute(update, &[&"second", &one, &two]).await?);
    println!("delete: {}", db.execute("DELETE FROM customer WHERE id = $1", &[&three]).await?);
    let nobody = "INSERT INTO customer (name, parent) VALUES ('nobody', $1) RETURNING parent";
    let parent: Option<Ulid> = db.query_one(nobody, &[&None::<Ulid>]).await?.get(0);
    println!("null: {}", parent.map_or("null".into(), |id| id.to_string()));

    // Without the type: strings, with casts
    let by_text = "SELECT name FROM customer WHERE id = $1::text::ulid";
    println!("bad: {}", sqlstate(db.query(by_text, &[&"01ARZ3NDEKTSV4RRFFQ69G5FAO"]).await));
    println!("range: {}", sqlstate(db.query(by_text, &[&"81ARZ3NDEKTSV4RRFFQ69G5FAV"]).await));
    println!("untyped: {}", sqlstate(db.query(by_id, &[&given]).await));
    println!("typed: {}", sqlstate(db.query("SELECT name FROM customer WHERE id = $1::text", &[&given]).await));

    let sink = db.copy_in("COPY customer (id, name) FROM STDIN (FORMAT csv)").await?;
    pin_mut!(sink);
    sink.send(Bytes::from_static(b"01KE4E1TG0A1B2C3D4E5F6G7H8,copied\n")).await?;
    sink.finish().await?;
    println!("copy: {}", names(db.query(by_text, &[&"01KE4E1TG0A1B2C3D4E5F6G7H8"]).await?));

    let event = db.query_one("INSERT INTO event (note) VALUES ('started') RETURNING id::text", &[]).await?;
    let by_event = "SELECT note FROM event WHERE id = $1::text::timeid";
    println!("kind: {}", names(db.query(by_event, &[&event.get::<_, &str>(0)]).await?));
    Ok(())
}

fn main() -> Result<(), Box<dyn Error>> {
    let settings = [("host", "PGHOST"), ("port", "PGPORT"), ("user", "PGUSER"), ("dbname", "PGDATABASE")]
        .map(|(name, variable)| format!("{}='{}'", name, env::var(variable).unwrap()));
    tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(async {
        let (db, connection) = tokio_postgres::connect(&settings.join(" "), NoTls).await?;
        tokio::spawn(async move { connection.await.unwrap() });
        recipe(db).await
    })
}
