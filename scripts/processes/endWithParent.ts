// Loaded into every server that ChildProcesses starts. The channel to the parent closes however the parent ends, SIGKILL
// included, so that no server outlives the command that started it.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
// A listener alone would keep a program that has finished from ending.
process.channel?.unref();
