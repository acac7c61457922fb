#import <Foundation/Foundation.h>
#import "Shelf.h"

// A shelf holds items of one kind.
@implementation Shelf
- (BOOL)addItem:(Item *)item count:(NSInteger)count {
    if (item == nil) {
        return NO;
    }
    return YES;
}
+ (instancetype)shelf { return nil; }
@end

static int touch(int count) {
    return count;
}
