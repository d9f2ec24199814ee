-- Converts readings and 1m buckets to hypertables, which manage their own partitions. Run by `placement timescaledb` (docs/capacity.md).
-- Requires TimescaleDB 2.13 or later. Rows are copied in one transaction, which blocks reads and writes.

CREATE FUNCTION now_ms() RETURNS int8 LANGUAGE sql STABLE AS 'SELECT (extract(epoch FROM now()) * 1000)::int8';

ALTER TABLE reading RENAME TO reading_before;
ALTER INDEX reading_pkey RENAME TO reading_before_pkey;
CREATE TABLE reading (LIKE reading_before INCLUDING ALL);
SELECT create_hypertable('reading', by_range('ts', 86400000::int8), create_default_indexes => false);
SELECT set_integer_now_func('reading', 'now_ms');
INSERT INTO reading SELECT * FROM reading_before;
DROP TABLE reading_before;

ALTER TABLE bucket_1m RENAME TO bucket_1m_before;
ALTER INDEX bucket_1m_pkey RENAME TO bucket_1m_before_pkey;
CREATE TABLE bucket_1m (LIKE bucket_1m_before INCLUDING ALL) WITH (fillfactor = 70);
-- 30 days
SELECT create_hypertable('bucket_1m', by_range('ts', 2592000000::int8), create_default_indexes => false);
SELECT set_integer_now_func('bucket_1m', 'now_ms');
INSERT INTO bucket_1m SELECT * FROM bucket_1m_before;
DROP TABLE bucket_1m_before;
