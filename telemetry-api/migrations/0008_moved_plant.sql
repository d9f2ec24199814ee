-- The database to which the plant was moved, without its password; null if it is still here.
ALTER TABLE instance ADD COLUMN moved_to text;
