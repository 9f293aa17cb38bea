{-# LANGUAGE OverloadedStrings #-}
-- postgresql-simple. An ID is a type of its own around a text, with instances of a few lines.
-- The PG* environment variables name the database, in which CREATE EXTENSION ulidkit has been run.
module Main (main) where

import Control.Exception (try)
import Data.Functor (void)
import qualified Data.ByteString.Char8 as B
import Data.Time (UTCTime)
import Database.PostgreSQL.Simple
import Database.PostgreSQL.Simple.Copy (copy_, putCopyData, putCopyEnd)
import Database.PostgreSQL.Simple.FromField (FromField (..), ResultError (..), returnError)
import Database.PostgreSQL.Simple.ToField (ToField (..))
import Database.PostgreSQL.Simple.Types (PGArray (..))

-- An ID of any type of ulidkit. As a parameter it is a literal without a type.
newtype Id = Id B.ByteString

instance FromField Id where
  fromField field = maybe (returnError UnexpectedNull field "") (pure . Id)

instance ToField Id where
  toField (Id text) = toField text

names :: [Only B.ByteString] -> B.ByteString
names = B.unwords . map fromOnly

says :: B.ByteString -> B.ByteString -> IO ()
says name value = B.putStrLn (name <> ": " <> value)

count :: Show a => a -> B.ByteString
count = B.pack . show

sqlstate :: IO [Only B.ByteString] -> IO B.ByteString
sqlstate select = either sqlState (const "no error") <$> try select

main :: IO ()
main = do
  db <- connectPostgreSQL ""
  void $ execute_ db "CREATE TABLE customer (id ulid PRIMARY KEY DEFAULT ulid_generate(), name text NOT NULL, parent ulid)"
  void $ execute_ db "CREATE TABLE event (id timeid PRIMARY KEY DEFAULT timeid_generate(), note text)"

  [Only (Id new)] <- query db "INSERT INTO customer (name) VALUES (?) RETURNING id" (Only ("new" :: B.ByteString))
  says "default" (count (B.length new))
  let given = Id "01ARZ3NDEKTSV4RRFFQ69G5FAV"
      one = Id "01KDWPVNG0A1B2C3D4E5F6G7H8"
      two = Id "01KDZ98CG0A1B2C3D4E5F6G7H8"
      three = Id "01KE1VN3G0A1B2C3D4E5F6G7H8"
      text = id :: B.ByteString -> B.ByteString
  [Only (Id back)] <- query db "INSERT INTO customer (id, name) VALUES (?, ?) RETURNING id" (given, text "given")
  says "given" back
  -- executeMany and returning write rows of literals, the batch is one statement.
  rows <- executeMany db "INSERT INTO customer (id, name) VALUES (?, ?)"
    [(one, text "one"), (two, text "two"), (three, text "three")]
  says "batch" (count rows)

  let byId identifier = query db "SELECT name FROM customer WHERE id = ?" (Only identifier)
  byId given >>= says "id" . names
  -- A list with a cast, because ARRAY[...] is an array of text
  query db "SELECT name FROM customer WHERE id = ANY (?::ulid[]) ORDER BY id" (Only (PGArray [one, three])) >>= says "list" . names
  query db "SELECT name FROM customer WHERE id IN ?" (Only (In [one, three])) >>= \found -> case names found of
    "one three" -> pure ()
    other -> error (B.unpack other)
  query db "SELECT name FROM customer WHERE id > ? ORDER BY id LIMIT 2" (Only one) >>= says "after_id" . names
  let time = read :: String -> UTCTime
  query db "SELECT name FROM customer WHERE id::timestamptz > ? ORDER BY id::timestamptz LIMIT 2"
    (Only (time "2026-01-01 12:00:00Z")) >>= says "after_time" . names
  query db "SELECT name FROM customer WHERE id::timestamptz >= ? AND id::timestamptz < ? ORDER BY id"
    (time "2026-01-02 00:00:00Z", time "2026-01-04 00:00:00Z") >>= says "time_range" . names

  execute db "UPDATE customer SET name = ?, parent = ? WHERE id = ?" (text "second", one, two) >>= says "update" . count
  execute db "DELETE FROM customer WHERE id = ?" (Only three) >>= says "delete" . count
  [Only parent] <- query db "INSERT INTO customer (name, parent) VALUES (?, ?) RETURNING parent"
    (text "nobody", Nothing :: Maybe Id)
  says "null" (maybe "null" (\(Id found) -> found) parent)

  sqlstate (byId (Id "01ARZ3NDEKTSV4RRFFQ69G5FAO")) >>= says "bad"
  sqlstate (byId (Id "81ARZ3NDEKTSV4RRFFQ69G5FAV")) >>= says "range"
  query db "SELECT name FROM customer WHERE id = ?" (Only (text "01ARZ3NDEKTSV4RRFFQ69G5FAV")) >>= says "untyped" . names
  sqlstate (query db "SELECT name FROM customer WHERE id = ?::text" (Only given)) >>= says "typed"

  copy_ db "COPY customer (id, name) FROM STDIN (FORMAT csv)"
  putCopyData db "01KE4E1TG0A1B2C3D4E5F6G7H8,copied\n"
  void $ putCopyEnd db
  byId (Id "01KE4E1TG0A1B2C3D4E5F6G7H8") >>= says "copy" . names

  [Only event] <- query_ db "INSERT INTO event (note) VALUES ('started') RETURNING id"
  query db "SELECT note FROM event WHERE id = ?" (Only (event :: Id)) >>= says "kind" . names
  close db
