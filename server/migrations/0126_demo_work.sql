-- The work that may write: an earlier one that was taken for dead and goes on finds another id and stops.
alter table app.demo_data add column work_id uuid;
