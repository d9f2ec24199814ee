-- One row: which database this is, for the folder of its export files, and whether a restore into it has begun and not ended.
-- A backup leaves it out.
CREATE TABLE instance (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  id uuid NOT NULL DEFAULT gen_random_uuid(),
  restoring_since_ms int8
);
INSERT INTO instance DEFAULT VALUES;
