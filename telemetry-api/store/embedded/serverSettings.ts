/** Settings of the embedded server. A non-durable database survives killed processes, but not a power cut. */
export function serverSettings(isDurable: boolean): Record<string, string> {
  return {
    listen_addresses: '',
    unix_socket_permissions: '0700',
    max_connections: '60',
    max_locks_per_transaction: '256',
    shared_buffers: isDurable ? '256MB' : '32MB',
    work_mem: '16MB',
    maintenance_work_mem: '128MB',
    max_wal_size: '256MB',
    min_wal_size: '32MB',
    random_page_cost: '1.1',
    jit: 'off',
    ...(isDurable ? {} : { fsync: 'off', full_page_writes: 'off' }),
  };
}
