// Preloaded into every server that ChildProcesses starts. The IPC channel closes when the parent ends, even on SIGKILL, so no
// server outlives the command that started it.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
// The channel must not keep a finished program alive.
process.channel?.unref();
