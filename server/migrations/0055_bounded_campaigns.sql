-- Launched, or changed after its launch, by somebody who may not reach more people than the launch limit without the approval of an owner or
-- administrator: an audience that has grown beyond it by the time of an occurrence waits for one of them.
alter table app.campaigns add column is_bounded boolean not null default false;
