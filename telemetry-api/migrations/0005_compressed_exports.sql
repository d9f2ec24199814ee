ALTER TABLE export DROP CONSTRAINT export_format_check;
ALTER TABLE export ADD CONSTRAINT export_format_check CHECK (format IN ('csv', 'ndjson', 'csv.gz', 'ndjson.gz'));
