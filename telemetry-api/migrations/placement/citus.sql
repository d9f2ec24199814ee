-- Stores all data of a tag on one worker and the inventory on every worker. Run by `placement citus` on the coordinator (docs/capacity.md).
-- Keys, exports and secrets stay on the coordinator. Existing rows are moved.

SELECT create_reference_table('site');
SELECT create_reference_table('area');
SELECT create_reference_table('device');
SELECT create_reference_table('tag');
SELECT create_reference_table('alert');

SELECT create_distributed_table('reading', 'tag_id');
SELECT create_distributed_table('bucket_1m', 'tag_id', colocate_with => 'reading');
SELECT create_distributed_table('bucket_1h', 'tag_id', colocate_with => 'reading');
SELECT create_distributed_table('bucket_1d', 'tag_id', colocate_with => 'reading');
SELECT create_distributed_table('latest', 'tag_id', colocate_with => 'reading');

-- Distributing a table leaves its rows on the coordinator, invisible and on disk.
SELECT truncate_local_data_after_distributing_table('reading');
SELECT truncate_local_data_after_distributing_table('bucket_1m');
SELECT truncate_local_data_after_distributing_table('bucket_1h');
SELECT truncate_local_data_after_distributing_table('bucket_1d');
SELECT truncate_local_data_after_distributing_table('latest');
SELECT truncate_local_data_after_distributing_table('alert');
SELECT truncate_local_data_after_distributing_table('tag');
SELECT truncate_local_data_after_distributing_table('device');
