-- What a retention run that would delete much has announced, and when; it runs an hour later. A backup leaves it out.
CREATE TABLE retention_announcement (
  level text PRIMARY KEY,
  kept_from_ms int8 NOT NULL,
  announced_ms int8 NOT NULL
);
