// Loaded into what npm runs. npm hands SIGTERM only to its shell, and that shell dies without passing it on: the server would stay behind,
// unseen, with its port and its database. So when our parent goes away under npm, that counts as SIGTERM.
// Outside of npm (nohup, a service manager, a terminal that was closed) a parent may go and mean nothing.
const parent = process.ppid

if (process.env.npm_lifecycle_event !== undefined) {
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, 250)
  timer.unref()
}
