-- Times are int8 milliseconds since 1970 in UTC, named *_ms; `ts` is such a time too.
-- Codes and keys compare byte by byte ("C"), so that every server pages through them in the same order.

CREATE TABLE site (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  code text COLLATE "C" NOT NULL UNIQUE CHECK (code <> ''),
  name text NOT NULL CHECK (name <> ''),
  zone text NOT NULL CHECK (zone <> '')
);

CREATE TABLE area (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id int NOT NULL REFERENCES site,
  name text NOT NULL,
  UNIQUE (site_id, name),
  UNIQUE (site_id, id)
);

CREATE TABLE device (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  site_id int NOT NULL,
  area_id int NOT NULL,
  code text COLLATE "C" NOT NULL UNIQUE CHECK (code <> ''),
  name text NOT NULL,
  kind text NOT NULL,
  active boolean NOT NULL DEFAULT true,
  FOREIGN KEY (site_id, area_id) REFERENCES area (site_id, id)
);
CREATE INDEX device_site ON device (site_id, code);

CREATE TABLE tag (
  id int GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  device_id int NOT NULL REFERENCES device,
  key text COLLATE "C" NOT NULL CHECK (key <> ''),
  name text NOT NULL,
  unit text NOT NULL,
  kind text NOT NULL,
  UNIQUE (device_id, key)
);

-- One partition per UTC day, made when its first reading comes (store/partitions.ts).
-- A page of readings is read from the index alone, hence INCLUDE. The bound keeps NaN and infinity out, and the sums of buckets finite.
-- No foreign key to tag: it would be checked for every reading; ids come from the inventory only.
CREATE TABLE reading (
  ts int8 NOT NULL,
  value float8 NOT NULL CHECK (value BETWEEN -1e300 AND 1e300),
  tag_id int NOT NULL,
  PRIMARY KEY (tag_id, ts) INCLUDE (value)
) PARTITION BY RANGE (ts);

-- Buckets hold what can be added up: never an average. `ts` is the start of the bucket.
-- Room is left on the pages (fillfactor) because a bucket is updated by every batch that reaches it; for the same reason no INCLUDE.
CREATE TABLE bucket_1m (
  ts int8 NOT NULL,
  sum float8 NOT NULL,
  min float8 NOT NULL,
  max float8 NOT NULL,
  tag_id int NOT NULL,
  n int NOT NULL,
  PRIMARY KEY (tag_id, ts)
) PARTITION BY RANGE (ts);

CREATE TABLE bucket_1h (
  ts int8 NOT NULL,
  sum float8 NOT NULL,
  min float8 NOT NULL,
  max float8 NOT NULL,
  tag_id int NOT NULL,
  n int NOT NULL,
  PRIMARY KEY (tag_id, ts)
) WITH (fillfactor = 70);

CREATE TABLE bucket_1d (
  ts int8 NOT NULL,
  sum float8 NOT NULL,
  min float8 NOT NULL,
  max float8 NOT NULL,
  tag_id int NOT NULL,
  n int NOT NULL,
  PRIMARY KEY (tag_id, ts)
) WITH (fillfactor = 70);

CREATE TABLE latest (
  tag_id int PRIMARY KEY,
  ts int8 NOT NULL,
  value float8 NOT NULL
) WITH (fillfactor = 50);

-- The state of an alert is not stored: it follows from which of its times have been reached.
CREATE TABLE alert (
  id uuid PRIMARY KEY,
  tag_id int NOT NULL REFERENCES tag,
  rule text NOT NULL,
  severity text NOT NULL CHECK (severity IN ('info', 'warning', 'critical')),
  started_ms int8 NOT NULL,
  opened_ms int8 NOT NULL,
  acknowledged_ms int8,
  ended_ms int8,
  start_value float8 NOT NULL CHECK (start_value BETWEEN -1e300 AND 1e300),
  peak_value float8 NOT NULL CHECK (peak_value BETWEEN -1e300 AND 1e300),
  CHECK (started_ms <= opened_ms),
  CHECK (acknowledged_ms >= opened_ms),
  CHECK (ended_ms >= started_ms)
);
CREATE INDEX alert_opening ON alert (opened_ms, id);
CREATE INDEX alert_open_opening ON alert (opened_ms, id) WHERE ended_ms IS NULL;
