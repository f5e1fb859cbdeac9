-- An erasure drops the jobs about a person that wait outside of the queue.
grant delete on app.rested_jobs to imperium_app;
