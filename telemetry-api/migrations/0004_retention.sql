-- The first time of each level that is still kept; a level without a row is kept from its beginning.
-- It only ever moves forward: a reading that came again after its buckets had counted it would be counted twice.
CREATE TABLE retention (
  level text PRIMARY KEY CHECK (level IN ('raw', '1m', '1h', '1d')),
  kept_from_ms int8 NOT NULL
);
