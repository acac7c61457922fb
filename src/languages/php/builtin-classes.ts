/** Global names that come with PHP and its usual extensions, in lower case: candidates for `use X;` without a namespace. */
export const builtinClasses: ReadonlySet<string> = new Set(
  (
    'stdclass traversable iterator iteratoraggregate arrayaccess countable serializable jsonserializable stringable throwable exception ' +
    'error errorexception typeerror valueerror argumentcounterror arithmeticerror divisionbyzeroerror assertionerror parseerror ' +
    'unhandledmatcherror jsonexception closure generator fiber fibererror weakreference weakmap attribute unitenum backedenum ' +
    'returntypewillchange allowdynamicproperties sensitiveparameter sensitiveparametervalue override deprecated nodiscard ' +
    'internaliterator php_user_filter directory ' +
    'datetime datetimeimmutable datetimeinterface datetimezone dateinterval dateperiod dateexception dateerror ' +
    'arrayobject arrayiterator recursivearrayiterator recursiveiterator outeriterator recursiveiteratoriterator iteratoriterator ' +
    'filteriterator callbackfilteriterator recursivecallbackfilteriterator limititerator cachingiterator norewinditerator ' +
    'appenditerator infiniteiterator regexiterator recursiveregexiterator emptyiterator multipleiterator generatoraggregate ' +
    'directoryiterator filesystemiterator recursivedirectoryiterator globiterator spldoublylinkedlist splqueue splstack splheap ' +
    'splminheap splmaxheap splpriorityqueue splfixedarray splobjectstorage splfileinfo splfileobject spltempfileobject splsubject ' +
    'splobserver logicexception badfunctioncallexception badmethodcallexception domainexception invalidargumentexception ' +
    'lengthexception outofrangeexception runtimeexception outofboundsexception overflowexception rangeexception ' +
    'underflowexception unexpectedvalueexception ' +
    'reflection reflector reflectionclass reflectionobject reflectionmethod reflectionfunction reflectionfunctionabstract ' +
    'reflectionparameter reflectionproperty reflectionclassconstant reflectionnamedtype reflectionuniontype ' +
    'reflectionintersectiontype reflectiontype reflectionexception reflectionextension reflectionenum reflectionenumbackedcase ' +
    'reflectionattribute reflectiongenerator ' +
    'pdo pdostatement pdoexception mysqli mysqli_result mysqli_stmt sqlite3 redis redisexception memcached ' +
    'domdocument domelement domnode domnodelist domattr domxpath domexception domtext simplexmlelement simplexmliterator xmlreader ' +
    'xmlwriter libxmlerror soapclient soapserver soapfault ziparchive phar phardata imagick gd gdimage ' +
    'curlhandle curlmultihandle curlfile intldateformatter numberformatter collator normalizer locale messageformatter transliterator ' +
    'intlcalendar intlchar sessionhandler sessionhandlerinterface messagepack tidy finfo ffi random'
  ).split(' '),
);
