/**
 * The numbers of `model/link-facts.ts`, which says what they mean: of its tables' names each constant has the beginning (`ops.call` is `opCall`). Only
 * what this collector writes. No syntax but annotations, so that a test can compare them.
 */

export const scopeFile: i32 = 0;
export const scopeFunction: i32 = 1;
export const scopeArrow: i32 = 2;
export const scopeBlock: i32 = 3;
export const scopeClass: i32 = 4;
export const scopeNamespace: i32 = 5;
export const scopeWidth: i32 = 3;

export const kindVariable: i32 = 0;
export const kindParameter: i32 = 1;
export const kindFunction: i32 = 2;
export const kindClass: i32 = 3;
export const kindInterface: i32 = 4;
export const kindTypeAlias: i32 = 5;
export const kindEnum: i32 = 6;
export const kindEnumMember: i32 = 7;
export const kindNamespace: i32 = 8;
export const kindImport: i32 = 9;
export const kindTypeParameter: i32 = 10;
export const kindProperty: i32 = 11;
export const kindMethod: i32 = 12;
export const kindObject: i32 = 13;
export const kindTypeLiteral: i32 = 14;

export const flagStatic: i32 = 1;
export const flagAsync: i32 = 2;
export const flagGenerator: i32 = 4;
export const flagGetter: i32 = 8;
export const flagSetter: i32 = 16;
export const flagOptional: i32 = 32;
export const flagRest: i32 = 64;
export const flagAbstract: i32 = 128;
export const flagImplemented: i32 = 256;
export const flagNarrowed: i32 = 512;
export const flagAssigned: i32 = 1024;
export const flagPrivate: i32 = 2048;
export const flagConstant: i32 = 8192;
export const flagGlobal: i32 = 16384;
export const flagProperty: i32 = 32768;
export const flagExported: i32 = 65536;
export const flagDecorated: i32 = 131072;
export const flagAlias: i32 = 262144;
export const flagAccessorBody: i32 = 524288;
export const flagExtension: i32 = 1048576;

export const fieldName: i32 = 0;
export const fieldKind: i32 = 1;
export const fieldFlags: i32 = 2;
export const fieldLine: i32 = 3;
export const fieldColumn: i32 = 4;
export const fieldScope: i32 = 5;
export const fieldParent: i32 = 6;
export const fieldType: i32 = 7;
export const fieldValue: i32 = 8;
export const fieldOwnScope: i32 = 9;
export const fieldDefinition: i32 = 10;
export const fieldListA: i32 = 11;
export const fieldListB: i32 = 12;
export const fieldContext: i32 = 13;
export const fieldAssignedTo: i32 = 14;
export const entityWidth: i32 = 15;

export const heritageExtends: i32 = 0;
export const heritageImplements: i32 = 1;
export const heritageMixesIn: i32 = 2;

export const opNone: i32 = 0;
export const opName: i32 = 1;
export const opThis: i32 = 2;
export const opSuper: i32 = 3;
export const opMember: i32 = 4;
export const opIndex: i32 = 5;
export const opCall: i32 = 6;
export const opConstruct: i32 = 7;
export const opAwait: i32 = 8;
export const opCast: i32 = 9;
export const opEither: i32 = 10;
export const opEntity: i32 = 11;
export const opArray: i32 = 12;
export const opElement: i32 = 13;
export const opPrimitive: i32 = 14;
export const opModule: i32 = 15;
export const opArgument: i32 = 16;
export const opSpread: i32 = 17;
export const opExpectedMember: i32 = 18;
export const opInstance: i32 = 19;
export const opList: i32 = 20;
export const opItem: i32 = 21;
export const opReturned: i32 = 22;
export const opGuarded: i32 = 25;
export const opDocumented: i32 = 29;
export const opNamed: i32 = 32;
export const opUnion: i32 = 33;
export const opIntersection: i32 = 34;
export const opArrayOf: i32 = 35;
export const opTuple: i32 = 36;
export const opShape: i32 = 37;
export const opTypeOf: i32 = 38;
export const opThisType: i32 = 39;
export const opPrimitiveType: i32 = 40;
export const opMemberType: i32 = 41;
export const opElementType: i32 = 42;
export const opPredicate: i32 = 43;
export const opLiteralType: i32 = 44;

export const primitiveOther: i32 = 0;
export const primitiveString: i32 = 1;
export const primitiveNumber: i32 = 2;
export const primitiveBoolean: i32 = 3;
export const primitiveRegexp: i32 = 4;
export const primitiveBigint: i32 = 5;
export const primitiveNothing: i32 = 6;
export const primitiveAny: i32 = 7;

export const formOwn: i32 = 0;
export const formLocal: i32 = 1;
export const formFrom: i32 = 2;
export const formAll: i32 = 3;
export const exportWidth: i32 = 4;

export const siteCall: i32 = 0;
export const siteConstruct: i32 = 1;
export const siteRender: i32 = 2;
export const siteDecorate: i32 = 3;
export const siteRead: i32 = 4;
export const siteWrite: i32 = 5;
export const siteType: i32 = 6;
export const siteExtends: i32 = 7;
export const siteImplements: i32 = 8;
export const siteImport: i32 = 9;
export const siteReexport: i32 = 10;
export const siteWidth: i32 = 5;
