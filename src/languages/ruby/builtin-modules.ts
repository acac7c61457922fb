/** First path segments of the modules that `require` always finds: Ruby's standard library and default gems. */
export const builtinModules: ReadonlySet<string> = new Set(
  (
    'English abbrev base64 benchmark bigdecimal bundler cgi coverage csv date debug delegate did_you_mean digest drb enumerator erb ' +
    'error_highlight etc expect fcntl fiber fiddle fileutils find forwardable getoptlong io ipaddr irb json logger matrix mkmf monitor ' +
    'mutex_m net nkf objspace observer open-uri open3 openssl optionparser optparse ostruct pathname pp prettyprint prime pstore psych ' +
    'pty rational rbconfig rdoc readline reline resolv rinda ripper ruby2_keywords rubygems securerandom set shellwords singleton socket ' +
    'stringio strscan syntax_suggest syslog tempfile thread time timeout tmpdir tracer tsort un unicode_normalize uri weakref win32 ' +
    'win32ole yaml zlib complex continuation io-console'
  ).split(' '),
);
