// Loaded into what npm runs. npm sends SIGTERM only to its shell, which dies without forwarding it: the server would keep port and
// database. Under npm a vanished parent therefore counts as SIGTERM; outside (nohup, service manager, closed terminal) it means nothing.
const parent = process.ppid

if (process.env.npm_lifecycle_event !== undefined) {
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, 250)
  timer.unref()
}
