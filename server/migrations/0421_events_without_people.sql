-- Events of before hold names, addresses and texts of people that nothing reads. What has none of these fields stays as it is.
update app.outbox set payload = payload - array['from', 'by', 'triggeredBy', 'createdByName', 'detail', 'message', 'title', 'ipAddress', 'device',
    'browser', 'fileName', 'sourceDetail', 'subject', 'method', 'client']
  where payload ?| array['from', 'by', 'triggeredBy', 'createdByName', 'detail', 'message', 'title', 'ipAddress', 'device',
    'browser', 'fileName', 'sourceDetail', 'subject', 'method', 'client'];
update app.outbox set payload = payload - 'name' where type like 'user.%' or type = 'note.mentioned';
update app.outbox set payload = payload - 'reason' where type in ('connection.failing', 'quotation.declined', 'message.undelivered');
