-- Secrets of the server itself, made at its first start: what cursors and download links are signed with.
CREATE TABLE secret (
  name text PRIMARY KEY,
  value bytea NOT NULL
);

CREATE TABLE api_key (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  name text NOT NULL,
  family text NOT NULL CHECK (family IN ('integration', 'dashboard', 'operator')),
  -- SHA-256 of the key: it holds 256 random bits, so a slow hash would add nothing.
  hash bytea NOT NULL UNIQUE CHECK (octet_length(hash) = 32),
  permissions text[] NOT NULL,
  -- null: all sites, those that come later included
  site_ids int[],
  created_ms int8 NOT NULL,
  expires_ms int8,
  revoked_ms int8,
  last_used_ms int8
);

CREATE TABLE export (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  key_id uuid NOT NULL REFERENCES api_key,
  description text NOT NULL,
  format text NOT NULL CHECK (format IN ('csv', 'ndjson')),
  state text NOT NULL DEFAULT 'pending' CHECK (state IN ('pending', 'processing', 'ready', 'failed', 'expired')),
  progress int NOT NULL DEFAULT 0 CHECK (progress BETWEEN 0 AND 100),
  rows int8,
  size_bytes int8 NOT NULL DEFAULT 0,
  error text,
  created_ms int8 NOT NULL,
  finished_ms int8,
  expires_ms int8,
  -- what to write
  tag_ids int[] NOT NULL,
  level text NOT NULL CHECK (level IN ('raw', '1m', '1h', '1d')),
  from_ms int8 NOT NULL,
  to_ms int8 NOT NULL,
  -- who writes it, and until when the others leave it to him
  worker text,
  lease_until_ms int8,
  attempts int NOT NULL DEFAULT 0,
  CHECK (from_ms < to_ms),
  CHECK (state <> 'ready' OR (finished_ms IS NOT NULL AND expires_ms IS NOT NULL AND rows IS NOT NULL))
);
CREATE INDEX export_of_key ON export (key_id, created_ms DESC, id DESC);
CREATE INDEX export_to_do ON export (created_ms) WHERE state IN ('pending', 'processing');
CREATE INDEX export_to_expire ON export (expires_ms) WHERE state = 'ready';
